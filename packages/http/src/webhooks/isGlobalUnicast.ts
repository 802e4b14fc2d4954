import { isIP } from "node:net"
import ipaddr from "ipaddr.js"

const GLOBAL = ipaddr.IPv6.parseCIDR("2000::/3")

/**
 * Addresses of the public internet that answer inside of a cloud alone, where they are services of the host of a virtual machine. Those of
 * other clouds are link-local, shared, or reserved for protocols.
 *
 * @see https://learn.microsoft.com/azure/virtual-network/what-is-ip-address-168-63-129-16
 */
const ofHosts: ReadonlySet<string> = new Set(["168.63.129.16"])

/**
 * Whether an address is one of the public internet: global unicast, and not reserved for a special purpose. Loopback, private,
 * link-local and shared networks (100.64.0.0/10), multicast, and what documents, benchmarks and protocols have reserved are not, nor is
 * 168.63.129.16, at which virtual machines on Azure reach their host. Of IPv6
 * only `2000::/3` is, without the forms that carry an IPv4 address (mapped, NAT64, 6to4, Teredo): who has one connects to the IPv4 address.
 *
 * @param address An IPv4 address of four decimal numbers, or an IPv6 address without brackets. Anything else is false, and so is an
 *   address with a zone (`%eth0`).
 * @see https://www.iana.org/assignments/iana-ipv6-special-registry
 * @example
 * import { isGlobalUnicast } from "@tollgate/http"
 *
 * isGlobalUnicast("8.8.8.8") // true
 * isGlobalUnicast("::ffff:127.0.0.1") // false
 */
export const isGlobalUnicast = (address: string): boolean => {
  // The library reads 0x7f.1 as an address, too. Node.js connects to what it does not take for an address by a look-up of the name.
  if (isIP(address) === 0 || address.includes("%")) return false
  const parsed = ipaddr.parse(address)
  if (parsed.range() !== "unicast" || ofHosts.has(parsed.toString())) return false
  return parsed.kind() === "ipv4" || parsed.match(GLOBAL)
}
