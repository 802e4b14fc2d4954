import { isNoPath, parseUrl } from "@tollgate/postgres/address"
import { Redacted } from "effect"
import { describe, expect, it } from "vitest"

const nameOf = (text: string) => parseUrl(Redacted.make(text))?.name ?? null

describe("an address", () => {
  it.each([
    "",
    "?sslmode=verify-full&sslrootcert=%2Fetc%2Fca.pem",
    "?sslmode=no-verify",
    "?ssl=true&sslcert=a.pem&sslkey=b.pem",
    "?application_name=gate%20one&options=-c%20search_path%3Dother"
  ])("may end in '%s'", (search) => {
    expect(nameOf(`postgres://user:password@host:1/accounts${search}`)).toBe("host:1/accounts")
  })

  it("may leave out the host", () => {
    expect(nameOf("postgres:///accounts")).toBe("localhost/accounts")
  })
})

describe("no address", () => {
  it.each([
    "https://user:password@host:1/accounts",
    "postgres://user:password@host:99999/accounts",
    "postgres://user:password@ho st/accounts",
    "postgres://user:password@host/accounts#word",
    "postgres://user:password@host/accounts?application_name=word@other",
    "postgres://",
    "accounts.db"
  ])("is '%s'", (text) => {
    expect(nameOf(text)).toBeNull()
  })
})

describe("sslmode", () => {
  const urlOf = (search: string) => {
    const address = parseUrl(Redacted.make(`postgres://u:p@h/d?${search}`))
    return address && Redacted.value(address.url).split("?")[1]
  }

  it.each(["prefer", "require", "verify-ca"])("as '%s' is the strictest, which it is to the driver", (mode) => {
    expect(urlOf(`sslmode=${mode}`)).toBe("sslmode=verify-full")
    expect(urlOf(`options=sslmode%3D${mode}&sslmode=${mode}&application_name=sslmode`)).toBe(
      `options=sslmode%3D${mode}&sslmode=verify-full&application_name=sslmode`
    )
  })

  it.each(["sslmode=disable", "sslmode=no-verify", "sslmode=require&uselibpqcompat=true"])(
    "stays in '%s'",
    (search) => {
      expect(urlOf(search)).toBe(search)
    }
  )
})

describe("the path of a file", () => {
  it.each([
    "postgres://u:p@h/d",
    " postgres://u:p@h/d",
    "postgres:u:p@h/d",
    '"postgres://u:p@h/d"',
    "postgress://u:p@h/d",
    "mysql://u:p@h/d",
    "https://h/d",
    "file:///tmp/d.db",
    "file:d.db",
    "file::memory:?cache=shared",
    "sqlite:d.db",
    ":memory:",
    " ",
    "d.db "
  ])("is not '%s'", (text) => {
    expect(isNoPath(text)).toBe(true)
  })

  it.each([
    "tollgate.db",
    "./a b.db",
    "/var/lib/postgres/tollgate.db",
    "C://data/tollgate.db",
    "C:\\data\\t.db",
    "files:d.db",
    "memory"
  ])("may be '%s'", (text) => {
    expect(isNoPath(text)).toBe(false)
  })
})
