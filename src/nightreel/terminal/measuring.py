"""The commands that play many games, with the cast on the command line."""

from __future__ import annotations

import argparse

from nightreel.lab import bench as benching
from nightreel.lab import simulate as simulating
from nightreel.terminal.casting import first_program
from nightreel.terminal.start import options_of


def simulate(args: argparse.Namespace) -> int:
    """Let a player play many games."""
    return simulating.run(args, first_program(args), options_of(args))


def bench(args: argparse.Namespace) -> int:
    """Measure how quick everything is."""
    return benching.run(args, first_program(args), options_of(args))
