import { expect, it } from "@effect/vitest"
import { Effect } from "effect"
import { accountOf, isLetIn } from "./account.js"
import { chromium, openedBrowser } from "./chromium.js"
import { openConsole } from "./openConsole.js"
import { reader } from "./reader.js"

const inBrowser = it.scopedLive.skipIf(chromium === null)

/** The console at the page of a fresh key, signed in as a manager. */
const atFreshKey = (input: { readonly name: string; readonly limit?: number }) =>
  Effect.gen(function* () {
    const opened = yield* openConsole(yield* openedBrowser)
    const { keys, page, server } = opened
    const account = accountOf(server.origin, keys.MGMT_KEY)
    const { data, key } = yield* account.asks((of) => of.keys.create(input))
    const does = reader(page)
    yield* does.signsIn(keys.MGMT_KEY)
    yield* does.goesTo(`#/keys/${data.hash}`)
    return { ...opened, ...account, ...does, hash: data.hash, key, actor: keys.MGMT_KEY_HASH }
  })

inBrowser(
  "name, limit, reset, expiry and disabled are changed and taken back, on the server and in the audit log",
  () =>
    Effect.gen(function* () {
      const key = yield* atFreshKey({ name: "Short-lived", limit: 5 })
      const { actor, asks, clears, clicks, entriesOf, hash, page, sees, server, ticks, types, chooses } = key
      yield* Effect.promise(() => page.emulateTimezone("Asia/Tokyo"))
      yield* clicks("Change")
      yield* types("Name", "Long-lived")
      yield* types("Limit in USD", "7.5")
      yield* chooses("Resets", "Every month")
      yield* types("Expires", "2031-05-06T07:08")
      yield* ticks("Disabled: requests with it are refused")
      yield* clicks("Change key")
      yield* sees("“Long-lived” is changed.")
      const changed = {
        name: "Long-lived",
        limit: 7.5,
        limit_reset: "monthly",
        expires_at: "2031-05-05T22:08:00.000Z",
        disabled: true
      }
      expect(yield* asks(({ keys }) => keys.get(hash))).toMatchObject(changed)
      expect(yield* isLetIn(server.origin, key.key)).toBe(false)

      // What was not changed is not sent.
      yield* sees("disabled")
      yield* clicks("Change")
      yield* ticks("Disabled: requests with it are refused")
      yield* clicks("Change key")
      yield* sees("enabled")
      expect(yield* isLetIn(server.origin, key.key)).toBe(true)

      yield* clicks("Change")
      yield* clears("Limit in USD")
      yield* chooses("Resets", "Never")
      yield* types("Expires", "")
      yield* clicks("Change key")
      yield* sees("No budget limits this key")
      const cleared = { limit: null, limit_reset: null, expires_at: null }
      expect(yield* asks(({ keys }) => keys.get(hash))).toMatchObject({
        ...cleared,
        name: "Long-lived",
        disabled: false
      })
      const action = "keys.updateKey"
      expect(yield* entriesOf(hash, 3)).toEqual([
        { action, actor, changes: changed },
        { action, actor, changes: { disabled: false } },
        { action, actor, changes: cleared }
      ])
    })
)

inBrowser("a key is rotated: the new secret is shown once, and the old one works for the grace that is chosen", () =>
  Effect.gen(function* () {
    const { actor, chooses, clicks, entriesOf, hash, key, misses, page, secret, server, violations } =
      yield* atFreshKey({
        name: "To rotate"
      })
    const letsIn = (secret: string) => isLetIn(server.origin, secret)
    yield* clicks("Rotate")
    yield* chooses("The old secret works", "For a day")
    expect(yield* violations).toEqual([])
    yield* clicks("Create a new secret")
    const second = yield* secret
    // Escape does not lose it.
    yield* Effect.promise(() => page.keyboard.press("Escape"))
    yield* Effect.promise(() => page.keyboard.press("Escape"))
    expect(yield* secret).toBe(second)
    yield* clicks("I have stored it")
    yield* misses(second)
    expect(yield* Effect.promise(() => page.content())).not.toContain(second)
    expect(new Set([key, second]).size).toBe(2)
    expect([yield* letsIn(key), yield* letsIn(second)]).toEqual([true, true])

    yield* clicks("Rotate")
    yield* chooses("The old secret works", "Not at all: it is refused at once")
    yield* clicks("Create a new secret")
    const third = yield* secret
    yield* clicks("I have stored it")
    yield* misses(third)
    // The grace of the first one goes on.
    expect([yield* letsIn(key), yield* letsIn(second), yield* letsIn(third)]).toEqual([true, false, true])
    const action = "keys.rotateKey"
    expect(yield* entriesOf(hash, 2)).toEqual([
      { action, actor, changes: { grace_seconds: 86_400 } },
      { action, actor, changes: { grace_seconds: 0 } }
    ])
  })
)

inBrowser("a key is deleted after its name was typed, and the last management key is not disabled", () =>
  Effect.gen(function* () {
    const {
      actor,
      asks,
      clicks,
      entriesOf,
      expects,
      goesTo,
      hash,
      key,
      misses,
      page,
      sees,
      server,
      ticks,
      types,
      violations
    } = yield* atFreshKey({ name: "Short-lived" })
    yield* clicks("Delete")
    yield* types("Type its name to go on", "Short")
    expect(yield* violations).toEqual([])
    expect(
      yield* Effect.promise(() => page.$eval("dialog button.danger", (button) => button.matches(":disabled")))
    ).toBe(true)
    // Nor does Enter.
    yield* Effect.promise(() => page.keyboard.press("Enter"))
    expect((yield* asks(({ keys }) => keys.get(hash))).name).toBe("Short-lived")
    yield* types("Type its name to go on", "Short-lived")
    yield* clicks("Delete key")
    yield* sees("is deleted.")
    yield* misses("Type its name")
    expect((yield* asks(({ keys }) => keys.list({ name: "Short-lived" }))).total_count).toBe(0)
    expect(yield* isLetIn(server.origin, key)).toBe(false)
    expect(yield* entriesOf(hash, 1)).toEqual([{ action: "keys.deleteKey", actor, changes: {} }])

    // The API's refusal stands beside its field.
    const [other] = (yield* asks(({ keys }) => keys.list({ name: "Ada, management" }))).data
    yield* asks(({ keys }) => keys.update(other?.hash ?? "", { disabled: true }))
    expects(/status of 400/)
    yield* goesTo(`#/keys/${actor}`)
    yield* clicks("Change")
    yield* ticks("Disabled: requests with it are refused")
    yield* clicks("Change key")
    yield* sees("This must be false, for the last enabled management key")
    expect(yield* violations).toEqual([])
    expect((yield* asks(({ keys }) => keys.current())).disabled).toBe(false)
  })
)
