import { expect, test } from "vitest";
import { createBodyBytes } from "./body-bytes.ts";

const sent = [
  "GET /a HTTP/1.1\r\nhost: x\r\n\r\n",
  "PATCH /b HTTP/1.1\r\nContent-Length: 10\r\n\r\n0123456789",
  "POST /c HTTP/1.1\r\ncontent-length: 3\r\n\r\nabc",
  "PATCH /b HTTP/1.1\r\ncontent-length: 100\r\n\r\n\r\n\r\n56789",
].join("");

test.each([1, 7, 64, 4096])("counts bodies by method, in pieces of %i bytes", (size) => {
  const bytes = createBodyBytes();
  for (let at = 0; at < sent.length; at += size) bytes.add(Buffer.from(sent.slice(at, at + size)));
  expect([bytes.of("PATCH"), bytes.of("POST"), bytes.of("GET"), bytes.of("HEAD")]).toEqual([19, 3, 0, 0]);
});

test("counts nothing after an upgrade", () => {
  const bytes = createBodyBytes();
  bytes.add(
    Buffer.from(
      "GET /app HTTP/1.1\r\nUpgrade: websocket\r\n\r\nPATCH /b HTTP/1.1\r\ncontent-length: 5\r\n\r\n01234",
    ),
  );
  expect(bytes.of("PATCH")).toBe(0);
});
