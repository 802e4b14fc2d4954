import * as Duration from "effect/Duration"

/** How long after each attempt the next one is made, at most. Together they are a day, less a quarter of an hour. */
const pauses: ReadonlyArray<number> = [
  Duration.seconds(5),
  Duration.seconds(30),
  Duration.minutes(2),
  Duration.minutes(10),
  Duration.minutes(30),
  Duration.hours(1),
  ...Array.from({ length: 11 }, () => Duration.hours(2))
].map(Duration.toMillis)

/** How many attempts are made. */
export const MAX_ATTEMPTS = pauses.length + 1

/**
 * When the next attempt is made, in milliseconds from now. Null if there is none.
 *
 * @param attempts How many were made. Those of a process that ended meanwhile count as well.
 * @param chance A number from 0 up to 1: up to a quarter of the pause is left out, so that messages that failed together do not come together.
 */
export const nextAttempt = (attempts: number, chance: number): number | null => {
  const pause = pauses[attempts - 1]
  return pause === undefined ? null : Math.round(pause * (1 - chance / 4))
}
