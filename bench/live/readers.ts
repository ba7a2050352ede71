import { Agent, get } from "node:http";

/* Runs many players in one process, each with its own connection, requesting as low-latency players do: the next
 * playlist as soon as it exists, and the part it names. Arguments: addresses of master playlists, one per player. On
 * the message "count" it answers what was read. */
const addresses = process.argv.slice(2);
const told = { requests: 0, bytes: 0, errors: 0 };

function read(agent: Agent, url: string): Promise<string> {
  return new Promise((resolve, reject) => {
    get(url, { agent }, (answer) => {
      const isText = answer.headers["content-type"]?.includes("mpegurl") === true;
      let text = "";
      answer.on("data", (chunk: Buffer) => {
        told.bytes += chunk.length;
        if (isText) text += chunk.toString();
      });
      answer.on("end", () => {
        told.requests += 1;
        if (answer.statusCode !== 200) told.errors += 1;
        resolve(text);
      });
      answer.on("error", reject);
    }).on("error", reject);
  });
}

async function play(master: string): Promise<void> {
  const agent = new Agent({ keepAlive: true, maxSockets: 2 });
  const base = master.replace(/[^/]*$/, "");
  let playlist = await read(agent, `${base}parts.m3u8`);
  for (;;) {
    try {
      const [, segment = "", part = ""] =
        /PRELOAD-HINT:TYPE=PART,URI="(\d+)\.(\d+)\.m4s"/.exec(playlist) ?? [];
      if (segment === "") await new Promise((resume) => setTimeout(resume, 300));
      const query = segment === "" ? "" : `?_HLS_msn=${segment}&_HLS_part=${part}`;
      [playlist] = await Promise.all([
        read(agent, `${base}parts.m3u8${query}`),
        ...(segment === "" ? [] : [read(agent, `${base}${segment}.${part}.m4s`)]),
      ]);
    } catch {
      told.errors += 1;
      await new Promise((resume) => setTimeout(resume, 100));
    }
  }
}

for (const address of addresses) void play(address);
process.on("message", () => process.send?.(told));
process.on("disconnect", () => process.exit(0));
