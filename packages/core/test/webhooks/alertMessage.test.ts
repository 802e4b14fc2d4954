import { readFileSync } from "node:fs"
import { expect, it } from "@effect/vitest"
import { AlertMessage, alertMessage } from "@tollgate/core"
import { Schema } from "effect"

const documented = /```json\n(\{\n {2}"type": "alert\.crossing"[\s\S]*?)```/.exec(
  readFileSync(new URL("../../../../docs/alerts.md", import.meta.url), "utf8")
)?.[1]

it("The documented message about an alert is what is sent of it", () => {
  const message = Schema.decodeUnknownSync(AlertMessage)(JSON.parse(documented ?? ""), { onExcessProperty: "error" })
  expect(alertMessage(message.data)).toEqual(message)
  expect(Schema.encodeSync(AlertMessage)(message)).toEqual(JSON.parse(documented ?? ""))
})
