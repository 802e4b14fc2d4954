/**
 * What contenders come to who take turns round by round, each going first as often as the others, so that whatever slows
 * the machine down meanwhile slows all of them. What they come to while they warm up is forgotten.
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
