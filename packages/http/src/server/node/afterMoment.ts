import { MOMENT_MILLIS } from "./limits.js"

/**
 * Does something when what is on its way has had time to be read: between the sending on one machine and the reading on
 * the same lie several turns of the event loop. By the machine's clock, as all times of sockets are.
 */
export const afterMoment = (act: () => void): void => void setTimeout(act, MOMENT_MILLIS)
