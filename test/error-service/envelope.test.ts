import { describe, expect, it } from "vitest";
import { readEnvelope } from "./envelope.ts";

const id = "9ec79c33ec9942ab8353589fcb2e04dc";
const head = JSON.stringify({ event_id: id, sent_at: "2026-11-21T06:00:00.000Z" });
const event = JSON.stringify({ event_id: id, timestamp: 1, platform: "javascript" });
const read = (...lines: string[]) => readEnvelope(Buffer.from(lines.join("\n")));

describe("an envelope", () => {
  it("is read by length and by line", () => {
    const long = `{"type":"event","length":${Buffer.byteLength(event)}}`;
    expect(read(head, long, event, '{"type":"event"}', event).items).toHaveLength(2);
  });

  it.each([
    ["without items", [head]],
    ["of another shape", ["[]", '{"type":"event"}', event]],
    ["whose item is of a type the product does not send", [head, '{"type":"session"}', "{}"]],
    ["whose item is shorter than it says", [head, '{"type":"event","length":9999}', event]],
    ["whose item is longer than it says", [head, '{"type":"event","length":5}', event]],
    ["whose event has no time", [head, '{"type":"event"}', `{"event_id":"${id}","platform":"javascript"}`]],
    ["sent at no time", [`{"event_id":"${id}"}`, '{"type":"event"}', event]],
  ])("%s is refused", (_, lines) => expect(() => read(...lines)).toThrow());
});
