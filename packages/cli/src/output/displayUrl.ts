interface Address {
  readonly host: string
  readonly port: number
}

/** A wildcard address cannot be opened in a browser; the loopback address can. */
const reachable: Readonly<Record<string, string>> = { "0.0.0.0": "127.0.0.1", "[::]": "[::1]" }

/** The URL that reaches a server on this address from this machine. Port 0 is not known yet and is shown as `PORT`. */
export const displayUrl = ({ host, port }: Address): string => {
  const written = host.includes(":") ? `[${host}]` : host
  const url = `http://${written}`
  // URL normalizes the spellings of an address, such as `0` for 0.0.0.0.
  const name = URL.canParse(url) ? new URL(url).hostname : written
  return `http://${reachable[name] ?? name}:${port === 0 ? "PORT" : port}`
}
