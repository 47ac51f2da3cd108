export const meetingsTexts = {
  title: 'Meetings',
  text: 'Finished meetings in the rooms of your company: what was decided, agreed and asked, with the words that say so.',
  room: 'Room',
  ended: 'Ended',
  duration: 'Duration',
  state: 'State',
  insights: 'Insights',
  lines: 'Lines',
  states: {
    WAITING: 'Being worked out',
    DONE: 'Ready',
    NO_TRANSCRIPT: 'No transcript',
    CANCELLED: 'Cancelled',
  },
  empty: 'No meetings yet',
  emptyText:
    'Register a room under the name that it has on your meeting server. Each meeting that ends in it appears here, and its insights are mailed to the owner of the room.',
  emptyMember:
    'An admin of your company registers the rooms. Each meeting that ends in one of them appears here.',
  waiting: 'No meeting has ended in your rooms yet',
  waitingText:
    'A meeting appears here as soon as it ends, and its insights a minute after its transcript has arrived.',
} as const

export const roomTexts = {
  title: 'Rooms',
  text: 'What is said in a room belongs to your company from its registration on, never what was said before.',
  none: 'No rooms are registered.',
  register: 'Register a room',
  registerTitle: 'Register a room',
  name: 'Name of the room',
  nameHint: 'Exactly as the meeting server calls it.',
  owner: 'Owner',
  ownerHint: 'The e-mail address of a member, who receives the insights. Empty: you.',
  ownerOf: (email: string) => `Insights go to ${email}`,
  noOwner: 'The insights have no recipient',
  save: 'Register the room',
  cancel: 'Cancel',
  remove: 'Remove',
  removeRoom: (name: string) => `Remove the room ${name}`,
  removeTitle: (name: string) => `Remove the room “${name}”?`,
  removeText:
    'Later meetings in it have no effect, and its name can be registered again. Meetings that have ended stay.',
  removeConfirm: 'Remove the room',
} as const

export const meetingTexts = {
  back: 'Meetings',
  insights: 'Insights',
  kinds: {
    summary: 'Summary',
    decision: 'Decision',
    action: 'Action',
    question: 'Open question',
  } as Readonly<Record<string, string>>,
  noInsights:
    'Nothing was decided, agreed or asked, or no words prove it. Claims without a quote are left out.',
  waiting: 'The insights are being worked out',
  waitingText:
    'This begins 30 seconds after the end and needs the transcript, which is looked for every five minutes for a day.',
  noTranscript: 'No transcript arrived',
  noTranscriptText:
    'Within a day after the end, the meeting server sent none. Check that it records this room.',
  transcript: 'Transcript',
  transcriptOf: (count: string) => `${count} lines`,
  noLines: 'No lines have arrived.',
  more: 'Show more lines',
  said: (speaker: string) => `${speaker} said`,
  showLine: 'Show in the transcript',
  quoteNotShown: 'Further down in the transcript',
  from: (start: string, end: string) => `${start} – ${end} UTC`,
  endedAt: (end: string) => `Ended ${end} UTC`,
  quoted: 'Quoted by an insight:',
} as const
