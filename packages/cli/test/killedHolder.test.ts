import { execFile } from "node:child_process"
import { fileURLToPath } from "node:url"
import { describe, expect, it } from "@effect/vitest"
import { Tollgate } from "@tollgate/node"
import { Effect } from "effect"
import { brief } from "../../../test/brief.js"
import { bundled } from "../../../test/bundled.js"
import { LONG } from "../../../test/limits.js"
import { spendPlaces } from "./harness/spendPlaces.js"

const killed = await bundled(fileURLToPath(new URL("harness/authorizeAndDie.mjs", import.meta.url)))

/** Lets a process of its own open a hold and be killed (kill -9). Returns the hold's id. */
const holdAndDie = (given: object) =>
  new Promise<string>((resolve) => {
    execFile(process.execPath, [...brief, killed, JSON.stringify(given)], (_, stdout) => resolve(stdout))
  })

for (const [where, place] of Object.entries(spendPlaces)) {
  describe(`The one open hold that a key and a run admit in ${where}, of a process that was killed`, () => {
    it.scopedLive(
      "keeps its place until its lease has ended for 30 seconds, and then the next one is admitted",
      () =>
        Effect.gen(function* () {
          const { moveLeases, storage, verify } = yield* place
          yield* Effect.promise(async () => {
            await using gate = await Tollgate.open(storage)
            const { organization } = await gate.createOrganization({ name: "Acme", owner_user_id: "ada" })
            const host = gate.asOrganization(organization.id)
            const { data, key } = await host.keys.create({ name: "Key", max_in_flight: 1 })
            const request = {
              key,
              amount: 1,
              models: ["acme/writer"],
              lease_seconds: 600,
              run: [{ id: "job", max_in_flight: 1 }]
            }
            const id = await holdAndDie({ storage, ...request })
            const refusal = {
              _tag: "TooManyInFlight",
              scopes: [
                { scope: "key", id: data.hash, max_in_flight: 1, in_flight: 1 },
                { scope: "run", id: "job", max_in_flight: 1, in_flight: 1 }
              ]
            }
            await expect(gate.spending.authorize(request)).rejects.toMatchObject(refusal)
            // The lease ended 15 seconds ago. Its own process would give the place back now.
            await moveLeases(615_000)
            await expect(gate.spending.authorize(request)).rejects.toMatchObject(refusal)
            await moveLeases(15_000)
            const next = await gate.spending.authorize(request)
            expect((await gate.spending.get(id)).data).toMatchObject({ state: "expired" })
            await expect(gate.spending.authorize(request)).rejects.toMatchObject(refusal)
            await next.settle({ cost: 0.5 })
            expect(await host.spending.runs.get("job")).toMatchObject({ in_flight: 0, requests: 1, spent: 0.5 })
          })
          yield* Effect.promise(verify)
        }),
      LONG
    )
  })
}
