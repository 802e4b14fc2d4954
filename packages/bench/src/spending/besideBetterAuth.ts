import { join } from "node:path"
import * as Sqlite from "@tollgate/sqlite"
import * as Redacted from "effect/Redacted"
import { alternate, type Size } from "../harness/alternate.js"
import { atLeast } from "../harness/bound.js"
import { figure, type Section, section } from "../harness/Section.js"
import { temporaryFolder } from "../harness/temporaryFolder.js"
import { MANY_USES, openBetterAuth } from "../storage/betterAuth.js"
import { ours } from "./ours.js"
import { KEYS } from "./scopesOf.js"

const CALLERS = 64
const REMAINING = 400
const TRIES = 1_000

/** Holds and settlements beside uses of better-auth's keys, which have no amounts but a number of remaining uses. */
export const besideBetterAuth = (size: Size): Promise<Section> =>
  temporaryFolder(async (folder) => {
    const mine = await ours(
      Sqlite.layer({ file: join(folder, "ours.db"), masterKey: Redacted.make(new Uint8Array(32)) })
    )
    const theirs = await openBetterAuth(join(folder, "better-auth.db"), Math.min(KEYS, size.acts), MANY_USES)
    try {
      const took = await alternate({ theirs: theirs.rounds(CALLERS), ours: mine.rounds(CALLERS, () => 1) }, size)
      const perSecond = (micros: number) => figure(1e6 / micros)
      const times = took.theirs.wall / took.ours.wall
      const rows = [
        {
          cells: [
            "better-auth: `verifyApiKey` with `remaining`",
            perSecond(took.theirs.wall),
            figure(1),
            figure(await theirs.admitted(REMAINING, TRIES))
          ]
        },
        {
          cells: [
            "ours: a hold of 5 scopes and its settlement",
            perSecond(took.ours.wall),
            figure(times),
            figure(await mine.admitted(REMAINING, TRIES))
          ],
          judged: [times, atLeast(10, " times as many", 20)] as const
        }
      ]
      const head = [
        "Contender",
        "Acts a second",
        "Times better-auth",
        `Admitted of ${TRIES} at once, ${REMAINING} allowed`
      ]
      return section("Of it the store: 64 callers on SQLite, beside better-auth", head, rows)
    } finally {
      await mine.close()
      theirs.close()
    }
  })
