import { randomBytes } from 'node:crypto'
import { type Command, UsageError } from '../command.ts'

export const receiptKeyCommand: Command = {
  name: 'receipt-key',
  usage: 'receipt-key',
  summary: 'makes a key that signs receipts, for RECEIPT_KEYS of the gateway and the backend',
  async run(terminal, args) {
    if (args.length > 0) throw new UsageError('receipt-key takes no arguments')
    const id = new Date().toISOString().slice(0, 10)
    terminal.print(`${id}:${randomBytes(32).toString('base64url')}`)
    return 0
  },
}
