import { isGlobalUnicast } from "@tollgate/http"
import { describe, expect, it } from "vitest"

/** The first and the last address of networks that no webhook is sent to, by what they are for. */
const refused = {
  "this network, 0.0.0.0/8": ["0.0.0.0", "0.255.255.255"],
  "private, 10.0.0.0/8": ["10.0.0.0", "10.255.255.255"],
  "shared, 100.64.0.0/10": ["100.64.0.0", "100.127.255.255"],
  "loopback, 127.0.0.0/8": ["127.0.0.0", "127.0.0.1", "127.255.255.255"],
  "link-local, 169.254.0.0/16": ["169.254.0.0", "169.254.169.254", "169.254.255.255"],
  "private, 172.16.0.0/12": ["172.16.0.0", "172.31.255.255"],
  "protocols, 192.0.0.0/24": ["192.0.0.0", "192.0.0.255"],
  "documents, 192.0.2.0/24": ["192.0.2.0", "192.0.2.255"],
  "6to4 relays, 192.88.99.0/24": ["192.88.99.0", "192.88.99.255"],
  "private, 192.168.0.0/16": ["192.168.0.0", "192.168.255.255"],
  "benchmarks, 198.18.0.0/15": ["198.18.0.0", "198.19.255.255"],
  "documents, 198.51.100.0/24": ["198.51.100.0", "198.51.100.255"],
  "documents, 203.0.113.0/24": ["203.0.113.0", "203.0.113.255"],
  "multicast, 224.0.0.0/4": ["224.0.0.0", "239.255.255.255"],
  "delegated zones without a use, 192.31.196.0/24 and 192.175.48.0/24": ["192.31.196.0", "192.175.48.255"],
  "multicast tunnels, 192.52.193.0/24": ["192.52.193.0", "192.52.193.255"],
  "metadata and hosts of clouds": [
    ...["168.63.129.16", "169.254.169.254", "169.254.170.2", "100.100.100.200", "192.0.0.192"],
    ...["fd00:ec2::254", "fd20:ce::254", "fe80::a9fe:a9fe", "::ffff:168.63.129.16", "64:ff9b::168.63.129.16"]
  ],
  "reserved, 240.0.0.0/4": ["240.0.0.0", "255.255.255.254"],
  broadcast: ["255.255.255.255"],
  unspecified: ["::"],
  loopback: ["::1"],
  "IPv4 mapped": ["::ffff:127.0.0.1", "::ffff:7f00:1", "::ffff:8.8.8.8", "::FFFF:808:808", "0:0:0:0:0:ffff:a00:1"],
  "IPv4 compatible": ["::127.0.0.1", "::8.8.8.8", "::7f00:1"],
  "IPv4 translated": ["::ffff:0:7f00:1", "::ffff:0:8.8.8.8"],
  "NAT64, 64:ff9b::/96": ["64:ff9b::", "64:ff9b::7f00:1", "64:ff9b::8.8.8.8", "64:ff9b::ffff:ffff"],
  "local NAT64, 64:ff9b:1::/48": ["64:ff9b:1::", "64:ff9b:1::a00:1"],
  "discard, 100::/64": ["100::", "100::ffff:ffff:ffff:ffff"],
  "dummy, 100:0:0:1::/64": ["100:0:0:1::", "100:0:0:1:ffff:ffff:ffff:ffff"],
  "single addresses of protocols, 2001:1::/32": ["2001:1::1", "2001:1::2", "2001:1::3"],
  "multicast tunnels, 2001:3::/32": ["2001:3::", "2001:3:ffff:ffff:ffff:ffff:ffff:ffff"],
  "delegated zones without a use, 2001:4:112::/48 and 2620:4f:8000::/48": ["2001:4:112::", "2620:4f:8000::1"],
  "drones, 2001:30::/28": ["2001:30::", "2001:3f:ffff:ffff:ffff:ffff:ffff:ffff"],
  "segment routing, 5f00::/16": ["5f00::", "5f00:ffff:ffff:ffff:ffff:ffff:ffff:ffff"],
  "protocols, 2001::/23": ["2001::", "2001:1ff:ffff:ffff:ffff:ffff:ffff:ffff"],
  "Teredo, 2001::/32": ["2001::1", "2001:0:ffff:ffff:ffff:ffff:ffff:ffff"],
  "benchmarks, 2001:2::/48": ["2001:2::", "2001:2:0:ffff:ffff:ffff:ffff:ffff"],
  "ORCHID, 2001:20::/28": ["2001:20::", "2001:2f:ffff:ffff:ffff:ffff:ffff:ffff"],
  "documents, 2001:db8::/32": ["2001:db8::", "2001:db8:ffff:ffff:ffff:ffff:ffff:ffff"],
  "6to4, 2002::/16": ["2002::", "2002:7f00:1::", "2002:808:808::", "2002:ffff:ffff:ffff:ffff:ffff:ffff:ffff"],
  "documents, 3fff::/20": ["3fff::", "3fff:fff:ffff:ffff:ffff:ffff:ffff:ffff"],
  "not assigned": ["1000::", "1fff:ffff::1", "4000::", "5eff::1", "8000::1", "fbff:ffff::1"],
  "unique local, fc00::/7": ["fc00::", "fd00::1", "fdff:ffff:ffff:ffff:ffff:ffff:ffff:ffff"],
  "link-local, fe80::/10": ["fe80::", "fe80::1", "febf:ffff:ffff:ffff:ffff:ffff:ffff:ffff", "fe80::1%eth0"],
  "site-local, fec0::/10": ["fec0::", "feff:ffff:ffff:ffff:ffff:ffff:ffff:ffff"],
  "multicast, ff00::/8": ["ff00::", "ff02::1", "ffff:ffff:ffff:ffff:ffff:ffff:ffff:ffff"],
  "an address with a zone": ["2606:4700::1111%eth0"],
  "no address": [
    "",
    "localhost",
    "example.com",
    "1",
    "127.1",
    "0x7f.0.0.1",
    "0177.0.0.1",
    "8.8.8.8.",
    " 8.8.8.8",
    "8.8.8.8:443"
  ],
  "an address in brackets, or of a network": ["[2606:4700::1111]", "8.8.8.0/24", "2606:4700::/32"]
}

/** The neighbours of those networks. */
const taken = {
  IPv4: [
    ...[
      "1.0.0.0",
      "1.1.1.1",
      "8.8.8.8",
      "9.255.255.255",
      "11.0.0.0",
      "100.63.255.255",
      "100.128.0.0",
      "126.255.255.255"
    ],
    ...["168.63.129.15", "168.63.129.17", "192.31.195.255", "192.31.197.0", "192.52.192.255", "192.52.194.0"],
    ...["192.175.47.255", "192.175.49.0"],
    ...["128.0.0.0", "169.253.255.255", "169.255.0.0", "172.15.255.255", "172.32.0.0", "191.255.255.255", "192.0.1.0"],
    ...["192.0.3.0", "192.88.98.255", "192.88.100.0", "192.167.255.255", "192.169.0.0", "198.17.255.255", "198.20.0.0"],
    ...["198.51.99.255", "198.51.101.0", "203.0.112.255", "203.0.114.0", "223.255.255.255"]
  ],
  IPv6: [
    ...["2000::", "2000:ffff::1", "2001:200::", "2001:db7:ffff::1", "2001:db9::", "2001:4860:4860::8888"],
    ...["2620:4f:7fff::1", "2620:4f:8001::1"],
    ...["2003::", "2606:4700:4700::1111", "2a00:1450:4001:82a::200e", "3ffe:ffff::1", "3fff:1000::", "3fff:ffff::1"]
  ]
}

describe("isGlobalUnicast", () => {
  it.each(Object.entries(refused))("refuses %s", (_, addresses) => {
    expect(addresses.filter(isGlobalUnicast)).toEqual([])
  })

  it.each(Object.entries(taken))(
    "takes %s of the public internet, up to the edges of what is reserved",
    (_, addresses) => {
      expect(addresses.filter((address) => !isGlobalUnicast(address))).toEqual([])
    }
  )
})
