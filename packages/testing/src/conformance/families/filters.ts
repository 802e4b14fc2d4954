import { badRequest } from "../Expectation.js"
import { querying } from "../Given.js"
import type { Family } from "../Subject.js"

/** A query parameter that filters a list; `null` counts as omitted. */
export const filters =
  (name: string, value: string, ...bad: ReadonlyArray<string>): Family =>
  ({ refuses, succeeds }) => [
    succeeds(`${name}: null counts as omitted`, querying(`${name}=null`)),
    ...[
      name,
      `${name}=`,
      `${name}=abc`,
      `${name}=${value}&${name}=${value}`,
      ...bad.map((text) => `${name}=${text}`)
    ].map((query) => refuses(`not ${query}`, querying(query), badRequest)),
    refuses(`${name}: is named by the issue`, querying(`${name}=canary77`), {
      ...badRequest,
      json: { "error.metadata.issues.0.path": [name] },
      absent: ["canary77"]
    })
  ]

/** `true` or `false` in a query. */
export const flags =
  (name: string, omitted: boolean): Family =>
  (subject) => [
    ...filters(name, String(omitted), "1", "0", "TRUE", "yes", "on")(subject),
    subject.succeeds(`${name}=${omitted} is the default`, querying(`${name}=${omitted}`))
  ]
