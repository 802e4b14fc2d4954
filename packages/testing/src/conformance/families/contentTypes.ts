import type { Target } from "../Change.js"
import { unsupported } from "../Expectation.js"
import type { Given } from "../Given.js"
import type { Family } from "../Subject.js"

/** Refused, even with a valid body. */
const others = {
  "text/plain": "text/plain",
  "application/merge-patch+json": "application/merge-patch+json",
  "application/json-seq": "application/json-seq",
  "application/jsonp": "application/jsonp",
  "a latin1 charset": "application/json; charset=iso-8859-1",
  "a utf-16 charset": "application/json; charset=utf-16",
  "a form": "application/x-www-form-urlencoded",
  multipart: "multipart/form-data; boundary=x",
  "multipart without a boundary": "multipart/form-data",
  "an empty content type": "",
  garbage: ";;;"
}

const good = {
  "a utf-8 charset": "application/json; charset=utf-8",
  "a quoted charset in capitals": 'Application/JSON; Charset="UTF-8"',
  "another parameter": "application/json; v=1"
}

/** Content types of a body. */
export const contentTypes: Family = ({ spares, succeeds, takesBody }) => {
  const saying = (type: string) => (given: Given<Target>) => ({ headers: { ...given.caller, "Content-Type": type } })
  if (!takesBody) return []
  return [
    spares("no content type is 415", ({ caller }) => ({ headers: caller }), unsupported),
    ...Object.entries(others).map(([name, type]) => spares(`${name} is 415`, saying(type), unsupported)),
    ...Object.entries(good).map(([name, type]) => succeeds(`${name} is accepted`, saying(type)))
  ]
}
