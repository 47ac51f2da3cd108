// Icons of one family: 16 by 16, strokes of 1.5, round ends. They are decoration; the text beside them has the meaning.
const paths = {
  home: 'M2.5 7 8 2.5 13.500 7v6a.75.75 0 0 1-.75.75H9.750V10h-3.500v3.750H3.250A.75.75 0 0 1 2.500 13z',
  spend: 'M2.750 13.250h10.500M4.500 10.500V8M8 10.500V3M11.500 10.500V6',
  calls: 'M2.500 4.500h7M2.500 8h11M2.500 11.500h5M12 3v3M10.500 4.500h3',
  playground: 'M3 4.250 6.500 8 3 11.750M8 12h5',
  jobs: 'M2.750 5.500h10.500v7.250H2.750zM5.750 5.500V3.250h4.500V5.500M2.750 8.750h10.500',
  talents:
    'M8 7.500a2.500 2.500 0 1 0 0-5 2.500 2.500 0 0 0 0 5M3 13.500c.400-2.600 2.300-4 5-4s4.600 1.400 5 4',
  documents: 'M4 2.500h5l3 3v8H4zM9 2.500v3h3M6 8.500h4M6 11h4',
  meetings: 'M2.500 4.250h7.250v7.500H2.500zM9.750 7l3.750-2v6l-3.750-2',
  profile: 'M3 13.500V3.250L9 2v11.500M9 5.500h4v8M2 13.500h12M5.500 5.500h1M5.500 8h1M5.500 10.500h1',
  account:
    'M8 8.250a2.250 2.250 0 1 0 0-4.500 2.250 2.250 0 0 0 0 4.500M8 14A6 6 0 1 0 8 2a6 6 0 0 0 0 12M4 12.400c.800-1.600 2.200-2.400 4-2.400s3.200.800 4 2.400',
  admin: 'M8 2 3 4v4c0 3 2 5 5 6 3-1 5-3 5-6V4zM6 8l1.500 1.500L10.250 6.500',
  search: 'M7 11.500a4.500 4.500 0 1 0 0-9 4.500 4.500 0 0 0 0 9M10.250 10.250l3.250 3.250',
  chevron: 'M4.500 6.250 8 9.750l3.500-3.500',
  updown: 'M5 6l3-3 3 3M5 10l3 3 3-3',
  check: 'M3 8.500 6.500 12 13 4.500',
  close: 'M4 4l8 8M12 4l-8 8',
  copy: 'M5.750 5.750h7.500v7.500h-7.500zM10.250 5.750v-3h-7.500v7.500h3',
  download: 'M8 2.500v7.500M4.750 7 8 10.250 11.250 7M3 13.250h10',
  alert:
    'M8 5.500v3.250M8 11.250v.010M7.100 2.600 1.900 11.900a1 1 0 0 0 .900 1.600h10.400a1 1 0 0 0 .900-1.600L8.900 2.600a1 1 0 0 0-1.800 0',
  info: 'M8 7.250v4M8 4.900v.010M8 14A6 6 0 1 0 8 2a6 6 0 0 0 0 12',
  key: 'M5.500 13.250a2.750 2.750 0 1 0 0-5.500 2.750 2.750 0 0 0 0 5.500M7.500 8.500 13.250 2.750M10.750 5.250l2 2',
  shield: 'M8 2 3 4v4c0 3 2 5 5 6 3-1 5-3 5-6V4z',
  device: 'M2.500 3.500h11v7h-11zM6 13h4M8 10.500V13',
  keyboard: 'M2 4.500h12v7.500H2zM4.750 7h.010M7 7h.010M9.250 7h.010M11.500 7h.010M5.500 9.500h5',
  logout: 'M6 2.750H3v10.500h3M7 8h6.500M11 5.250 13.750 8 11 10.750',
  more: 'M3.500 8h.010M8 8h.010M12.500 8h.010',
  external: 'M6.500 3.500h-3v9h9v-3M9 3h4v4M12.750 3.250 7.500 8.500',
  mail: 'M2.500 4h11v8.500h-11zM2.750 4.500 8 8.750l5.250-4.250',
  offline:
    'M2.500 2.500l11 11M4 8.500a6 6 0 0 1 2-1.200M10 7.400c.800.300 1.400.700 2 1.200M6.250 10.750a2.500 2.500 0 0 1 3.500 0M2 6c.700-.600 1.400-1.100 2.200-1.400M7 4c2.600-.200 5 .500 7 2',
} as const

export type IconName = keyof typeof paths

export function Icon({ name, size = 16 }: { name: IconName; size?: number }) {
  return (
    <svg
      className="icon"
      width={size}
      height={size}
      viewBox="0 0 16 16"
      fill="none"
      stroke="currentColor"
      strokeWidth="1.5"
      strokeLinecap="round"
      strokeLinejoin="round"
      aria-hidden="true"
    >
      <path d={paths[name]} />
    </svg>
  )
}
