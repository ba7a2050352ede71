/** Why there is nothing to send: nothing was selected, or nothing was accepted. Null when there is something. */
export function nothingToUpload(
  fit: number,
  refused: number,
): "errors.failed.no_files" | "errors.failed.no_valid_files" | null {
  if (fit > 0) return null;
  return refused > 0 ? "errors.failed.no_valid_files" : "errors.failed.no_files";
}
