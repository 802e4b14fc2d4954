import { KeyStore } from "@tollgate/core/storage"
import * as Effect from "effect/Effect"
import * as Redacted from "effect/Redacted"
import { type Command, callsOf } from "./Command.js"
import type { Picks } from "./picks.js"

const PREFIX = "sk-imported-"

const call = callsOf(KeyStore)

export const importedKeys = ({
  asked,
  asker,
  asking,
  draw,
  gatewayKey,
  imports,
  isOwn,
  key,
  named,
  nextSecret,
  now,
  place
}: Picks): ReadonlyArray<Command> => {
  const [{ record, secret }] = imports
  const external_ids = imports.flatMap(({ record }) => record.external_id ?? [])
  const hashes = imports.flatMap(({ record, secret }) => [record.hash, secret])
  const hash = [secret, record.hash, key.hash, nextSecret.secret, gatewayKey.hash].slice(draw.second).slice(0, 1)
  // Stores may go on to know a prefix whose import was undone, so it is asked for only after an import that was not.
  const isKnown = draw.second % 2 === 0
  return [
    // Importing what exists fails, and each storage says so in words of its own.
    call(
      "importAll",
      `importing ${named("imported key")}${imports.length > 1 ? " and the next" : ""} unless one exists`,
      (_) =>
        Effect.gen(function* () {
          const isTaken =
            (yield* _.secretsAmong(hashes)).length > 0 ||
            (yield* _.externalIdsAmong(place.organization_id, external_ids)).length > 0
          if (!isTaken) yield* _.importAll(imports, PREFIX)
          return isTaken
        }),
      { adds: named("imported key") }
    ),
    call(
      "isImported",
      `asking for ${isKnown ? "the prefix of imported keys" : "a prefix without a key"}`,
      (_) => _.isImported(Redacted.make(`${isKnown ? PREFIX : "sk-other-"}secret`)),
      isKnown ? { needs: [named("imported key")] } : {}
    ),
    call("secretsAmong", `asking for hash ${draw.second + 1} of those that ${named("key")} has to do with`, (_) =>
      _.secretsAmong(hash)
    ),
    // Stores return them in no certain order.
    call("externalIdsAmong", `asking ${asking} for external ids`, (_) =>
      Effect.map(_.externalIdsAmong(asker, ["external", "absent", "other"]), (found) => found.toSorted())
    ),
    call("findBySecret", `finding a key by the secret of ${named("imported key")}`, (_) => _.findBySecret(secret, now)),
    call("delete", `deleting ${asked("imported key")}`, (_) => _.delete(asker, record.hash), {
      drops: isOwn && named("imported key")
    })
  ]
}
