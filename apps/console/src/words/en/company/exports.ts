export const exportTexts = {
  button: 'Export CSV',
  title: {
    calls: 'Export of calls',
    usage: 'Export of spend',
    transactions: 'Export of the ledger',
    audit: 'Export of the audit log',
  },
  starting: 'Starting',
  received: (size: string) => `${size} received`,
  saved: (size: string) => `Saved, ${size}`,
  cancelled: 'Cancelled',
  failed: 'The export did not finish. Try again, or choose a shorter period.',
} as const
