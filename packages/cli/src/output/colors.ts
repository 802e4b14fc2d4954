import type { WriteStream } from "node:tty"

const BOLD = "\u001b[1m"
const PLAIN = "\u001b[22m"

/** Whether to write colours: on a terminal, unless NO_COLOR forbids or FORCE_COLOR demands them. */
export const hasColors = (
  stream: Pick<WriteStream, "isTTY">,
  environment: NodeJS.ProcessEnv = process.env
): boolean => {
  if ((environment["NO_COLOR"] ?? "") !== "") return false
  const forced = environment["FORCE_COLOR"]
  if ((forced ?? "") !== "") return forced !== "0" && forced !== "false"
  return stream.isTTY === true && environment["TERM"] !== "dumb"
}

/** Makes a text bold if colours are on. */
export const bold = (text: string, colors: boolean): string => (colors ? `${BOLD}${text}${PLAIN}` : text)
