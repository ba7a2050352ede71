/** Fetches a stored file by its URL, so that it can be sent again. Throws when the store has no such file. */
export async function fileAt(address: string): Promise<File> {
  const reply = await fetch(address);
  if (!reply.ok) throw new Error(`The store answered ${reply.status}.`);
  return new File([await reply.blob()], address.split("/").at(-1) ?? "file");
}
