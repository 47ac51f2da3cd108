export const lineTexts = {
  hidden: (count: number) => (count === 1 ? '1 line is not shown' : `${count} lines are not shown`),
  flagged: 'Addresses the reader; not counted',
} as const
