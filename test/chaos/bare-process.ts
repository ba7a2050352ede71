import { createServer } from "node:http";
import type { AddressInfo } from "node:net";

/* A process that only answers: what a call takes here is what the busy machine alone adds to any call. Sends its port. */
const server = createServer((_request, response) => response.end("{}"));
server.listen(0, "127.0.0.1", () => process.send?.((server.address() as AddressInfo).port));
process.once("disconnect", () => process.exit());
