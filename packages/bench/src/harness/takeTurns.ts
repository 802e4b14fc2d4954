/**
 * Measures contenders in turns, round by round. Each goes first equally often, so that anything that slows the machine
 * slows all of them. Warm-up rounds are not counted.
 */
export const takeTurns = async <Name, Figures>(
  contenders: ReadonlyMap<Name, () => Promise<Figures>>,
  { rounds, warmUp }: { readonly rounds: number; readonly warmUp: number }
): Promise<ReadonlyMap<Name, ReadonlyArray<Figures>>> => {
  const entries = [...contenders]
  const taken = new Map(entries.map(([name]): [Name, Array<Figures>] => [name, []]))
  for (let i = -warmUp; i < rounds; i++) {
    const first = Math.abs(i) % entries.length
    for (const [name, round] of [...entries.slice(first), ...entries.slice(0, first)]) {
      const figures = await round()
      if (i >= 0) taken.get(name)?.push(figures)
    }
  }
  return taken
}
