import { unsupported } from "../answers.js"
import { each } from "../each.js"
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
export const contentTypes: Family = ({ caller, spares, succeeds, takesBody }) => {
  const saying = (type: string) => ({ headers: { ...caller, "Content-Type": type } })
  if (!takesBody) return []
  return [
    spares("no content type is 415", { headers: caller }, unsupported),
    ...each(others, (name, type) => spares(`${name} is 415`, saying(type), unsupported)),
    ...each(good, (name, type) => succeeds(`${name} is accepted`, saying(type)))
  ]
}
