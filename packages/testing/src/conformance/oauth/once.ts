import { expectSame, part } from "../Api.js"
import { badRequest, invalidCredential } from "../Expectation.js"
import type { Given } from "../Given.js"
import { presets } from "../presets/listPresets.js"
import { bearer } from "../Sent.js"
import type { Cases } from "../Subject.js"
import { type Code, Exchanged, minted, redeeming } from "./redemption.js"

const wrong = ({ account, of }: Given<Code>) => redeeming(of, { code_verifier: account.VERIFIER_OTHER })

/** Exchanges the code, and returns the header of the new key. */
const exchange = async ({ succeed }: Given<Code>) => bearer(part(await succeed(), Exchanged).key)

const refuseLikeUnknown = async ({ ask, of }: Given<Code>) => {
  const unknown = await ask(redeeming(of, { code: "nope" }), badRequest)
  expectSame(await ask({}, badRequest), unknown, "an unknown code")
}

/** A code works once, and its key is an ordinary one. */
export const once: Cases<Code> = ({ test }) => [
  test("the key works but cannot manage", async (given) => {
    const key = await exchange(given)
    await given.api.get("/presets", presets(50), key)
    await given.api.get(`/byok/${given.account.BYOK_ID}`, invalidCredential, key)
  }),
  test("a code and its verifier are in no log line", async ({ of, run, succeed }) => {
    const quiet = run.log()
    await succeed()
    await quiet(of.code, of.verifier ?? of.code)
  }),
  // The key of the first exchange still works: a repetition this soon is a retry.
  test("a code works once", async (given) => {
    const key = await exchange(given)
    await refuseLikeUnknown(given)
    await given.api.get("/presets", presets(50), key)
  }),
  test("a used code with a wrong verifier does not affect the first key", async (given) => {
    const key = await exchange(given)
    await given.ask(wrong(given), badRequest)
    await given.api.get("/presets", presets(50), key)
  }),
  test("a code works once among concurrent exchanges", ({ api, good, request }) =>
    api.together(20, request(good), minted, { 200: 1, 400: 19 })),
  test("five wrong verifiers burn a code", async (given) => {
    await given.api.repeat(5, given.request(wrong(given)), badRequest)
    await refuseLikeUnknown(given)
  }),
  test("four wrong verifiers do not burn a code", async (given) => {
    await given.api.repeat(4, given.request(wrong(given)), badRequest)
    await given.succeed()
  })
]
