import { describe, expect, it } from "@effect/vitest"
import { judgeWebhookUrl, MAX_WEBHOOK_URL } from "@tollgate/core"

const asked: Array<string> = []
/** Every address but one is that of a private network, and each that is asked for is noted. */
const isGlobalUnicast = (address: string) => {
  asked.push(address)
  return address === "8.8.8.8"
}
const judge = (url: string, isPrivateAllowed = false) => judgeWebhookUrl(url, { isGlobalUnicast, isPrivateAllowed })

const form =
  "an https URL of at most 2048 visible ASCII characters, with a host and without a user, a password or a fragment"
const others =
  "A server takes others with --webhook-private, and a command on a database with TOLLGATE_WEBHOOK_PRIVATE=true"
const address = `a URL whose address is one of the public internet: this one is private, local or reserved. ${others}`

const sized = (length: number) => `https://a.example/${"x".repeat(length - 18)}`

describe("judgeWebhookUrl", () => {
  it.each([
    "https://hooks.example",
    "https://hooks.example/",
    "https://hooks.example?a=b",
    "https://hooks.example:1/a/b?c=d&e=%20",
    "HTTPS://HOOKS.EXAMPLE",
    "https://8.8.8.8/a",
    "https://localhost/a",
    sized(MAX_WEBHOOK_URL)
  ])("accepts %#: %.80s", (url) => expect(judge(url)).toBe(null))

  it.each([
    "",
    "hooks.example",
    "ws://hooks.example",
    "https:/hooks.example",
    "https:hooks.example",
    "https:\\\\hooks.example",
    "https:///hooks.example",
    "https://",
    "https://:443",
    "https://hooks.example:99999",
    "https://ada@hooks.example",
    "https://ada:b@hooks.example",
    "https://@hooks.example",
    "https://hooks.example\\@evil.example",
    "https://hooks.example/#a",
    "https://hooks.example#",
    " https://hooks.example",
    "https://hooks.example/a b",
    "https://hooks.example/\n",
    "https://hooks\t.example",
    "https://höoks.example",
    "https://[::1",
    "https://[fe80::1%25eth0]/",
    "https://1.2.3.4.5.6.7.8.9/",
    sized(MAX_WEBHOOK_URL + 1)
  ])("refuses %#, which is not of the form: %.80s", (url) => expect(judge(url)).toBe(form))

  it.each(["http://hooks.example", "HTTP://8.8.8.8", "http://127.0.0.1:8090"])("says how %s is taken", (url) =>
    expect(judge(url)).toBe(`an https URL: this one is http. ${others}`)
  )

  it.each([
    ["https://127.0.0.1/a", "127.0.0.1"],
    ["https://2130706433/a", "127.0.0.1"],
    ["https://0x7f.1:8443/a", "127.0.0.1"],
    ["https://0177.0.0.1", "127.0.0.1"],
    ["https://127.1", "127.0.0.1"],
    ["https://10.0.0.1.", "10.0.0.1"],
    ["https://[::1]:8443/a", "::1"],
    ["https://[::FFFF:127.0.0.1]", "::ffff:7f00:1"]
  ])("refuses %s for its address, %s", (url, found) => {
    asked.length = 0
    expect(judge(url)).toBe(address)
    expect(asked).toEqual([found])
  })

  it("accepts http and any address where private ones are allowed, and else the same forms", () => {
    for (const url of ["http://127.0.0.1:9000/in", "http://hooks.example", "https://[::1]"]) {
      expect(judge(url, true)).toBe(null)
    }
    for (const url of ["ftp://127.0.0.1", "http://ada@127.0.0.1", "http://127.0.0.1/#a", "http://"]) {
      expect(judge(url, true)).toBe(form.replace("an https", "an http or https"))
    }
  })
})
