/**
 * Extracts the project code from typed or pasted text: the code itself, or a link to the project (`/project/{code}`,
 * `/showcase/{code}`), with any text around it.
 */
export function projectCodeIn(typed: string): string {
  const text = typed.trim();
  const [, inLink] = /\/(?:project|showcase|join)\/([^/?#\s]+)/i.exec(text) ?? [];
  const [, inQuery] = /[?&](?:code|project_code)=([^&#\s]+)/i.exec(text) ?? [];
  return unescaped(inLink ?? inQuery ?? text).trim();
}

function unescaped(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}
