import ipaddr from "ipaddr.js";

type Address = ipaddr.IPv4 | ipaddr.IPv6;
type Range = readonly [Address, number];

/** Whether this is an address (`10.1.2.3`, `2001:db8::1`) or a range of them (`10.0.0.0/8`). */
export const isAddressEntry = (entry: string): boolean => parseEntry(entry) !== null;

/** Returns whether an address matches one of the entries; invalid entries match nothing. */
export function addressList(entries: readonly string[]): (address: string) => boolean {
  const ranges = entries.map(parseEntry).filter((range) => range !== null);
  return (address) => {
    const own = parseAddress(address);
    return own !== null && ranges.some((range) => own.kind() === range[0].kind() && own.match([...range]));
  };
}

function parseEntry(entry: string): Range | null {
  const [text = "", bits, ...more] = entry.trim().split("/");
  if (more.length > 0 || !isWritten(text)) return null;
  const address = ipaddr.parse(text);
  const width = address.kind() === "ipv4" ? 32 : 128;
  if (bits === undefined) return [plain(address), plain(address).kind() === "ipv4" ? 32 : 128];
  if (!/^\d{1,3}$/.test(bits) || Number(bits) > width) return null;
  const mapped = plain(address);
  // A range of mapped addresses, as seen by a server that listens on both, is a range of the others.
  if (mapped.kind() !== address.kind()) return Number(bits) < 96 ? null : [mapped, Number(bits) - 96];
  return [address, Number(bits)];
}

function parseAddress(text: string): Address | null {
  return ipaddr.isValid(text) ? plain(ipaddr.parse(text)) : null;
}

/** Fully written: `10.1` and `0x7f000001` are addresses to some programs, and a mistake to people. */
const isWritten = (text: string): boolean =>
  ipaddr.IPv4.isValidFourPartDecimal(text) || (text.includes(":") && ipaddr.IPv6.isValid(text));

/** An IPv4 address that arrives on an IPv6 socket is the same address. */
function plain(address: Address): Address {
  return address instanceof ipaddr.IPv6 && address.isIPv4MappedAddress() ? address.toIPv4Address() : address;
}
