"use strict";

/** What went wrong, for whoever looks or listens. */
function noticeOf(message) {
  const notice = document.createElement("p");
  notice.className = "notice";
  notice.setAttribute("role", "alert");
  notice.textContent = message;
  return notice;
}

/** Tell what went wrong above the question; with no message there is nothing to tell any more. */
function tell(message) {
  document.querySelector("#question .notice")?.remove();
  if (message) document.querySelector("#question .asking").prepend(noticeOf(message));
}

/** Whether it is the table that is asked for, and not a rule beside it. */
const ofTable = (event) => Boolean(event.target.closest?.("#table"));
const words = (text) => new DOMParser().parseFromString(text, "text/html").body.textContent.trim();

// What is no table, such as that there were too many requests, is told and leaves the table alone.
// Whoever looks on at what is gone, or no longer shared, comes to the page that says so.
document.addEventListener("htmx:after:request", (event) => {
  const { response, text } = event.detail.ctx;
  if (!ofTable(event) || /^\s*<div id="table"/.test(text)) return;
  const seeing = document.body.classList.contains("seeing");
  if (seeing && response.status < 400) return tell("");
  event.preventDefault();
  if (seeing && [401, 403, 404].includes(response.status)) return location.reload();
  tell(words(text));
});
document.addEventListener("htmx:error", (event) => {
  if (ofTable(event)) tell(document.querySelector("#offline").textContent);
});
