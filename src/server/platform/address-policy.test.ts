import { describe, expect, it } from "vitest";
import { createAddressPolicy } from "./address-policy.ts";

const refusals = { forbidden: "CAMERA_FORBIDDEN", silent: "CAMERA_SILENT" } as const;

const codeOf = (work: () => unknown) => {
  try {
    work();
    return "allowed";
  } catch (error) {
    return (error as { code: string }).code;
  }
};

describe("addresses that the server may request pictures from", () => {
  const nowhere = createAddressPolicy(() => [], refusals);
  const everywhere = createAddressPolicy(() => ["0.0.0.0/0", "::/0"], refusals);
  const site = createAddressPolicy(() => ["192.168.4.0/24", "fd12:3456::/32", "127.0.0.1"], refusals);

  it.each(["8.8.8.8", "203.0.114.9", "2606:4700::1111"])("%s is public", (address) => {
    expect(nowhere.mayAsk(address)).toBe(true);
  });

  it.each([
    "10.0.0.7",
    "192.168.4.20",
    "172.16.0.1",
    "100.64.0.9",
    "127.0.0.1",
    "127.8.8.8",
    "::1",
    "fd12:3456::9",
    "::ffff:192.168.4.20",
    "::ffff:7f00:1",
    "::10.0.0.7",
    "::192.168.4.20",
    "::127.0.0.1",
    "::8.8.8.8",
    "2600::5efe:10.0.0.7",
    "2600::200:5efe:8.8.8.8",
  ])("%s only if the administrator's list contains its network", (address) => {
    expect(nowhere.mayAsk(address)).toBe(false);
    expect(everywhere.mayAsk(address)).toBe(true);
  });

  it("a list of one network allows no other", () => {
    const asked = [
      "192.168.4.20",
      "::ffff:192.168.4.20",
      "fd12:3456::9",
      "127.0.0.1",
      "192.168.5.20",
      "10.0.0.1",
    ];
    expect(asked.map((address) => site.mayAsk(address))).toEqual([true, true, true, true, false, false]);
  });

  it.each([
    "169.254.169.254",
    "::ffff:169.254.169.254",
    "fe80::1",
    "100.100.100.200",
    "fd00:ec2::254",
    "168.63.129.16",
    "224.0.0.1",
    "ff02::1",
    "255.255.255.255",
    "0.0.0.0",
    "0.1.2.3",
    "::",
    "192.0.2.9",
    "198.51.100.1",
    "203.0.113.4",
    "240.0.0.1",
    "2001:db8::1",
    "64:ff9b::a00:1",
    "64:ff9b::808:808",
    "64:ff9b:1::a00:1",
    "2002:a00:1::",
    "2002:808:808::1",
    "2001:0:4136:e378:8000:63bf:3fff:fdd2",
    "::ffff:0:10.0.0.7",
    "::169.254.169.254",
    "::100.100.100.200",
    "::168.63.129.16",
    "2600::5efe:169.254.169.254",
    "2600::5efe:100.100.100.200",
    "not an address",
    "",
  ])("%s never, whatever the list contains", (address) => {
    expect(everywhere.mayAsk(address)).toBe(false);
  });

  it.each([
    ["ftp://8.8.8.8/a", "CAMERA_FORBIDDEN"],
    ["file:///etc/passwd", "CAMERA_FORBIDDEN"],
    ["http://8.8.8.8:22/", "CAMERA_FORBIDDEN"],
    ["http://8.8.8.8:25/", "CAMERA_FORBIDDEN"],
    ["http://8.8.8.8:6379/", "CAMERA_FORBIDDEN"],
    ["http://8.8.8.8:5432/", "CAMERA_FORBIDDEN"],
    // In whatever notation a browser's parser would read the same number.
    ["http://2130706433/", "CAMERA_FORBIDDEN"],
    ["http://0x7f.1/", "CAMERA_FORBIDDEN"],
    ["http://[::ffff:169.254.169.254]/", "CAMERA_FORBIDDEN"],
    ["http://127.0.0.1:8080/", "CAMERA_FORBIDDEN"],
    ["http://[::10.0.0.7]/", "CAMERA_FORBIDDEN"],
    ["http://[::8.8.8.8]/", "CAMERA_FORBIDDEN"],
    ["http://[64:ff9b::10.0.0.7]/", "CAMERA_FORBIDDEN"],
    ["http://[2002:a00:7::1]/", "CAMERA_FORBIDDEN"],
    ["http://[2001:0:4136:e378:8000:63bf:3fff:fdd2]/", "CAMERA_FORBIDDEN"],
    ["rtsp://10.1.1.1/stream", "CAMERA_FORBIDDEN"],
    ["rtsp://8.8.8.8/stream", "allowed"],
    ["rtsps://8.8.8.8/stream", "allowed"],
    ["https://8.8.8.8:8443/live.m3u8", "allowed"],
    ["http://camera.example:8554/live.m3u8", "allowed"],
  ])("%s: %s", (url, verdict) => {
    expect(codeOf(() => nowhere.check(new URL(url)))).toBe(verdict);
  });

  it("judges a name by what it resolves to, and connects to nothing else", async () => {
    const answers = [["10.0.0.1", "8.8.4.4", "169.254.169.254"], ["127.0.0.1"]];
    const policy = createAddressPolicy(
      () => [],
      refusals,
      async () => (answers.shift() ?? []).map((address) => ({ address, family: 4 })),
    );
    const url = new URL("http://rebinding.example/live.m3u8");
    const { lookup, addresses } = await policy.reach(url);
    expect(addresses.map(({ address }) => address)).toEqual(["8.8.4.4"]);
    // The name resolves elsewhere by now; the connection still goes to the checked address.
    const connected = await new Promise((resolve) =>
      lookup("rebinding.example", {}, (_, address) => resolve(address)),
    );
    expect(connected).toBe("8.8.4.4");
    await expect(policy.reach(url)).rejects.toMatchObject({ code: "CAMERA_FORBIDDEN" });
  });
});
