import { BlockList, isIP } from "node:net";

/** Whether a text names an address, or a network like 10.0.0.0/8. */
export function isNetwork(text: string): boolean {
  const { address, prefix } = split(text);
  const family = isIP(address);
  if (family === 0) return false;
  return prefix === null || (/^\d{1,3}$/.test(prefix) && Number(prefix) <= (family === 6 ? 128 : 32));
}

/** Tells whether an address lies in one of these networks. */
export function networksOf(networks: readonly string[]): (address: string) => boolean {
  const list = new BlockList();
  for (const network of networks) {
    const { address, prefix } = split(network);
    const family = familyOf(address);
    list.addSubnet(address, Number(prefix ?? (family === "ipv6" ? 128 : 32)), family);
  }
  return (address) => isIP(address) !== 0 && list.check(address, familyOf(address));
}

/** An address as it is written: one of the old kind may come wrapped as one of the new. */
export function plainAddress(address: string): string {
  return address.replace(/^::ffff:(?=[\d.]+$)/i, "");
}

function split(network: string): { address: string; prefix: string | null } {
  const [address = "", ...prefix] = network.split("/");
  return { address, prefix: prefix.length === 0 ? null : prefix.join("/") };
}

function familyOf(address: string): "ipv4" | "ipv6" {
  return isIP(address) === 6 ? "ipv6" : "ipv4";
}
