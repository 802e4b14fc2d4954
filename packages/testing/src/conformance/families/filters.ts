import { badRequest } from "../answers.js"
import type { Family } from "../Subject.js"

const twice = (name: string, value: string) => `${name}=${value}&${name}=${value}`

/** A query parameter that filters a list; `null` counts as omitted. */
export const filters =
  (name: string, value: string, ...bad: ReadonlyArray<string>): Family =>
  ({ path, refuses, succeeds }) => [
    succeeds(`${name}: null counts as omitted`, { path: `${path}?${name}=null` }),
    ...[name, `${name}=`, `${name}=abc`, twice(name, value), ...bad.map((text) => `${name}=${text}`)].map((query) =>
      refuses(`not ${query}`, { path: `${path}?${query}` }, badRequest)
    ),
    refuses(
      `${name}: is named by the issue`,
      { path: `${path}?${name}=canary77` },
      { ...badRequest, json: { "error.metadata.issues.0.path": [name] }, absent: ["canary77"] }
    )
  ]

/** `true` or `false` in a query. */
export const flags =
  (name: string, omitted: boolean): Family =>
  (subject) => [
    ...filters(name, String(omitted), "1", "0", "TRUE", "yes", "on")(subject),
    subject.succeeds(`${name}=${omitted} is the default`, { path: `${subject.path}?${name}=${omitted}` })
  ]
