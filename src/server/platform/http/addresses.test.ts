import * as fc from "fast-check";
import { expect, it } from "vitest";
import { addressList, isAddressEntry } from "./addresses.ts";

it.each([
  ["10.1.2.3", "10.1.2.3"],
  ["10.0.0.0/8", "10.255.1.2"],
  ["0.0.0.0/0", "203.0.113.9"],
  ["2001:db8::1", "2001:0db8:0:0::1"],
  ["2001:db8::/32", "2001:db8:ffff::7"],
  ["10.0.0.0/8", "::ffff:10.1.2.3"],
  ["::ffff:10.1.2.3", "10.1.2.3"],
  ["::ffff:10.0.0.0/104", "10.9.9.9"],
  ["fe80::/10", "fe80::1%eth0"],
])("%s matches %s", (entry, address) => {
  expect(isAddressEntry(entry)).toBe(true);
  expect(addressList(["192.0.2.1", entry])(address)).toBe(true);
});

it.each([
  ["10.1.2.3", "10.1.2.4"],
  ["10.0.0.0/8", "11.0.0.1"],
  ["10.0.0.0/8", "2001:db8::1"],
  ["2001:db8::/32", "2001:db9::1"],
  ["::/0", "10.1.2.3"],
  ["10.0.0.0/8", "not an address"],
  ["10.0.0.0/8", ""],
])("%s does not match %s", (entry, address) => {
  expect(addressList([entry])(address)).toBe(false);
});

it.each([
  "",
  "10",
  "10.1",
  "0x7f000001",
  "010.0.0.1/8",
  "10.0.0.0/33",
  "10.0.0.0/-1",
  "10.0.0.0/8/8",
  "::/129",
  "office",
])("'%s' is no address and no range, and matches nothing", (entry) => {
  expect(isAddressEntry(entry)).toBe(false);
  expect(addressList([entry])("10.0.0.1")).toBe(false);
});

it("every address matches itself, and no text makes it throw", () => {
  fc.assert(fc.property(fc.oneof(fc.ipV4(), fc.ipV6()), (address) => addressList([address])(address)));
  fc.assert(
    fc.property(fc.string(), fc.string(), (entry, address) => {
      addressList([entry])(address);
      isAddressEntry(entry);
    }),
  );
});
