import { notFound } from "../Expectation.js"
import type { Family } from "../Subject.js"

/** The operation's path with an extra slash. */
export const paths: Family = ({ refuses }) => [
  refuses("a trailing slash is 404", ({ path }) => ({ path: `${path}/` }), notFound),
  refuses(
    "a doubled slash is 404",
    ({ path }) => ({ path: path.includes("/", 1) ? path.replace(/^\/\w+/, "$&/") : `/${path}` }),
    notFound
  )
]
