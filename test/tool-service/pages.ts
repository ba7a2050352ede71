import type { SeenBoard, SeenCard } from "./tool-service.ts";

const names = { trello: "Trello", monday: "monday.com", clickup: "ClickUp" } as const;
type Named = keyof typeof names;

export const escape = (text: string) =>
  text.replaceAll("&", "&amp;").replaceAll("<", "&lt;").replaceAll('"', "&quot;");

const frame = (title: string, body: string) => `<!doctype html><html lang="en"><meta charset="utf-8">
<meta name="viewport" content="width=device-width"><title>${escape(title)}</title>
<style>body{font:16px system-ui;margin:2rem;max-width:48rem}li{margin:1rem 0}button,select{font:inherit;min-height:44px}</style>
<h1>${escape(title)}</h1>${body}</html>`;

/** Cards of a board, each with a select field for its status. */
export function pageOf(tool: Named, board: SeenBoard, cards: readonly SeenCard[]): string {
  const rows = cards.map((card) => {
    const options = board.statuses.map(
      (status) => `<option${status === card.status ? " selected" : ""}>${escape(status)}</option>`,
    );
    const title = escape(card.title);
    return `<li><form method="post"><strong>${title}</strong>
<input type="hidden" name="card" value="${escape(card.id)}">
<label>Status of ${title} <select name="status">${options.join("")}</select></label>
<button name="do" value="move">Save ${title}</button>
<button name="do" value="delete">Delete ${title}</button>
<p>${card.files.length} files: ${escape(card.files.map(({ name }) => name).join(", "))}</p></form></li>`;
  });
  return frame(`${board.name} at ${names[tool]}`, `<ul>${rows.join("")}</ul>`);
}

/** Asks the user for consent; the answer is posted to the same URL. */
export function consentPage(tool: Named, app: string, account: string, action: string): string {
  return frame(
    `${names[tool]}: let ${app} in?`,
    `<p>Signed in as ${escape(account)}</p><form method="post" action="${escape(action)}">
<button name="answer" value="allow">Allow</button><button name="answer" value="deny">Deny</button></form>`,
  );
}
