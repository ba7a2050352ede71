/** How far it is, on a terminal, in one line that changes; nothing where nobody looks. */
export function showProgress(): { tell(text: string): void; end(): void } {
  if (!process.stdout.isTTY) return { tell: () => undefined, end: () => undefined };
  let next = 0;
  return {
    tell(text) {
      if (performance.now() < next) return;
      next = performance.now() + 100;
      process.stdout.write(`\r\u001b[K${text}`);
    },
    end: () => void process.stdout.write("\r\u001b[K"),
  };
}
