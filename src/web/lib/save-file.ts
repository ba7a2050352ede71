/** Hands a file to the browser to be saved. */
export function saveFile(file: Blob, name: string): void {
  const link = document.createElement("a");
  link.href = URL.createObjectURL(file);
  link.download = name;
  link.click();
  // Freed when the browser has certainly begun to read it.
  setTimeout(() => URL.revokeObjectURL(link.href), 60_000);
}
