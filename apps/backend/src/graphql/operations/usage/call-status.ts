import { enumeration } from '../../schema/shape.ts'

export const callStatusType = enumeration(
  'CallStatus',
  'How a call ended. Only successful calls are charged.',
  ['SUCCEEDED', 'FAILED', 'PARKED'],
)
