import { lookup, Resolver } from "node:dns/promises"

/** All addresses of a host name. Rejects if it has none. */
export type ResolveHost = (host: string) => Promise<ReadonlyArray<string>>

// Half of what a message has, for two questions to each server.
const QUESTION = { timeout: 2_500, tries: 2 }

/** How long the other question is waited for once one is answered, in milliseconds. Some name servers never answer those about IPv6. */
const OTHER = 500

/**
 * Asks name servers, over sockets. `lookup` would take one of four threads that the whole process has, for as long as a name server does not
 * answer. It reads neither `/etc/hosts` nor search domains, which name hosts of inner networks.
 *
 * @param servers Their addresses, with or without a port. @default those of the operating system
 */
export const resolveAt =
  (servers?: ReadonlyArray<string>): ResolveHost =>
  async (host) => {
    const resolver = new Resolver(QUESTION)
    if (servers !== undefined) resolver.setServers(servers)
    const questions = [resolver.resolve4(host), resolver.resolve6(host)]
    let timer: NodeJS.Timeout | undefined
    const late = Promise.any(questions).then(
      () =>
        new Promise<void>((resolve) => {
          timer = setTimeout(resolve, OTHER).unref()
        }),
      () => {}
    )
    await Promise.race([Promise.allSettled(questions), late])
    clearTimeout(timer)
    // What is not answered fails now, and keeps no socket.
    resolver.cancel()
    // IPv4 first: many hosts that have no way out over IPv6 resolve its addresses.
    const answers = await Promise.allSettled(questions)
    const found = answers.flatMap((answer) => (answer.status === "fulfilled" ? answer.value : []))
    const [failed] = answers.flatMap((answer) => (answer.status === "rejected" ? [answer.reason] : []))
    if (found.length === 0) throw failed
    return found
  }

export const resolvePublic: ResolveHost = resolveAt()

/** Asks the operating system, which knows the hosts of inner networks, too. */
export const resolveAny: ResolveHost = async (host) =>
  (await lookup(host, { all: true, verbatim: true })).map(({ address }) => address)
