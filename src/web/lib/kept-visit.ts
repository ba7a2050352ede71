/** Whether the service worker holds the page of a shared visit, with which it opens without a connection. */
export async function isVisitKept(code: string): Promise<boolean> {
  try {
    const keys = await (await caches.open("sitewalk-visits")).keys();
    return keys.some(
      ({ url }) => new URL(url).pathname.split("/").slice(1, 3).join("/") === `viewer/${code}`,
    );
  } catch {
    return false;
  }
}
