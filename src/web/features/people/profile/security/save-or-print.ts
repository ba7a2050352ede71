/** Downloads a text as a file. */
export function downloadText(name: string, text: string): void {
  const url = URL.createObjectURL(new Blob([text], { type: "text/plain;charset=utf-8" }));
  const link = document.createElement("a");
  link.href = url;
  link.download = name;
  link.click();
  setTimeout(() => URL.revokeObjectURL(url), 1000);
}

/** Prints a heading, lines and a note on a separate sheet, in the language and direction of the page. */
export function printText(heading: string, lines: readonly string[], note: string): void {
  const frame = document.createElement("iframe");
  frame.hidden = true;
  document.body.append(frame);
  const sheet = frame.contentDocument;
  if (sheet === null) return;
  sheet.documentElement.lang = document.documentElement.lang;
  sheet.documentElement.dir = document.documentElement.dir;
  const part = (tag: string, text: string) => {
    const element = sheet.createElement(tag);
    element.textContent = text;
    return element;
  };
  const list = sheet.createElement("pre");
  list.dir = "ltr";
  list.style.fontSize = "14pt";
  list.style.lineHeight = "1.6";
  list.textContent = lines.join("\n");
  sheet.body.style.fontFamily = "sans-serif";
  sheet.body.append(part("h1", heading), list, part("p", note));
  frame.contentWindow?.addEventListener("afterprint", () => frame.remove());
  frame.contentWindow?.print();
}
