const thisMachine = new Set(["localhost", "127.0.0.1", "[::1]"]);

/** Whether secrets may be sent to this address: https, or http that does not leave this machine. */
export const isSecure = ({ protocol, hostname }: URL): boolean =>
  protocol === "https:" || (protocol === "http:" && thisMachine.has(hostname));
