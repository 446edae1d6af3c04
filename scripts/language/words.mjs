// The words of this project's old dialect, and what the field says instead. Checked by `npm run words`.
//
// `find` is a regular expression over whole words, in any case; a space matches any white space. `start: true`: only as the first word
// of a sentence. `in`: names (identifiers and file names, split into words), comments, strings (of code and JSX), prose (Markdown, YAML,
// JSON descriptions). Public names (routes, fields, metrics, settings, proto names) stay: they are listed as exceptions.

const ALL = ['names', 'comments', 'strings', 'prose'];
const TEXT = ['comments', 'strings', 'prose'];
const NAMES = ['names'];

export const WORDS = [
  // Reporting
  { find: 'tell|tells|telling|told|untold', in: ALL, use: 'report, log, notify, return' },
  { find: 'hear|hears|heard', in: ALL, use: 'receive, be notified' },
  { find: 'saying', in: NAMES, use: 'name the step' },
  { find: '(?:say|says|said|saying) (?:of|so|nothing)', in: TEXT, use: 'report, return' },
  {
    find: '(?<!(?:good|hacker|google|yahoo) )news',
    in: ['names', 'comments', 'prose'],
    use: 'change, `changesAttribution`',
  },

  // Calls and queries
  { find: 'ask|asks|asked|asking|asker|askers', in: ALL, use: 'query, call, request; a person is prompted' },
  { find: '(?<!in )question|questions', in: ALL, use: 'query, call' },
  {
    find: '(?:look|looks|looked|looking)(?! up)',
    in: NAMES,
    use: 'poll, check, scan (`lookup` is one word)',
  },
  { find: '(?:look|looks|looked|looking) (?:at|after|into)', in: TEXT, use: 'poll, check, read' },
  {
    find: '(?:a|two|each|every|next|last|one|first|between) looks?(?! up)',
    in: TEXT,
    use: 'poll, check, scan',
  },
  { find: 'sweep|sweeps|sweeper|sweeping|swept', in: ALL, use: 'scan, poll' },
  { find: 'whoever|whomever|whosoever', in: ALL, use: 'caller, principal, client' },

  // Concurrency
  {
    find: 'in turn|takes? turns?|(?:its|their|a|own|no|my) turns?(?: of| for)?',
    in: TEXT,
    use: 'one at a time; lock, slot',
  },
  { find: 'turn|turns', in: NAMES, use: 'slot, lock' },
  { find: 'at once', in: ALL, use: 'concurrently, or immediately' },
  { find: '^(?:most|least)(?: (?!recent|used|common).*)?$', in: NAMES, use: 'max, min' },
  { find: 'hands (?:are )?full|at work', in: ALL, use: 'in flight, busy' },
  { find: 'gather|gathers|gathered|gathering', in: ALL, use: 'batch, collect' },
  { find: '(?:for|wait for|waits for|in) company', in: TEXT, use: 'batch' },
  { find: 'portion|portions', in: ALL, use: 'batch, chunk' },
  { find: 'hurry|hurries|hurried', in: ALL, use: 'flush' },
  { find: 'soon', in: NAMES, use: '`MaybePromise`' },

  // Caches
  { find: 'remember|remembers|remembered|remembering', in: ALL, use: 'cache, store' },
  { find: 'from memory|memory answers?|answers? from memory', in: TEXT, use: 'from the cache' },

  // Failures
  {
    find: '(?:is|are|was|were|be|been|being|stays?|stayed|goes|went|while) (?:away|gone)',
    in: TEXT,
    use: 'unreachable, unavailable, deleted, disconnected',
  },
  { find: 'away|gone', in: NAMES, use: 'unreachable, unavailable, disconnected' },
  { find: 'mend|mends|mended|mending', in: ALL, use: 'fix, repair' },
  { find: 'remedy|remedies', in: ALL, use: 'hint, fix' },
  { find: 'bury|buries|buried|burying', in: ALL, use: 'dead-letter' },
  { find: 'deaf', in: ALL, use: 'sync failed' },
  { find: 'departure|departures', in: ALL, use: 'disconnect' },
  { find: '(?:come|comes|coming|came) back', in: TEXT, use: 'retry, return' },

  // Topology, storage, metrics
  { find: 'notice|notices|noticed', in: ALL, use: 'event (of a webhook); notice something: detect' },
  { find: 'bin', in: ALL, use: 'deleted sites; "Trash" in the dashboard' },
  { find: 'door|doors', in: ALL, use: 'endpoint, entry point' },
  { find: 'place|places', in: NAMES, use: 'topology; of a visitor: location' },
  { find: '(?<!to )spare|spares|spared', in: ALL, use: 'preallocated segment' },
  { find: 'made with', in: ALL, use: 'table settings' },
  { find: 'figure|figures', in: ALL, use: 'metrics, numbers' },
  { find: 'born', in: ALL, use: '`withPrototype`' },
  { find: 'settle|settles|settled|settling', in: ALL, use: 'resolve (a link)' },

  // Sentences
  { find: '(?:go|goes|going|went|gone) by', in: TEXT, use: 'follow, per, use' },
  {
    find: '(?<!(?:some|any|no|every)(?:one|thing|body|where) )(?<!(?:what|who|where|how|nobody|nothing|or|if|and) )else(?! (?:if|branch|clause))',
    in: ['comments', 'prose'],
    use: 'otherwise; default, fallback',
  },
  { find: 'the one before|the other one|those who|he who|one who', in: TEXT, use: 'name the thing' },
  { find: 'closed words?', in: TEXT, use: 'enumerated values' },
  { find: '(?:the )?one that', in: TEXT, use: 'name the thing' },
  { find: '(?:lies|lain|lie (?:in|on|at|under)|lay (?:in|on|at))', in: TEXT, use: 'is, is stored' },
  {
    find: '(?:stand|stands|stood) (?:in(?! for)|on|at|there|beside|below|above|behind|under|with)',
    in: TEXT,
    use: 'is, is stored, follows',
  },
  { find: 'anew', in: TEXT, use: 'again' },
  { find: "as [\\w' ]{1,30} (?:has|have|had) it", in: TEXT, use: 'per, as in' },
  {
    find: '(?:of|for|with|by|from|than) what',
    in: ['comments', 'prose'],
    use: 'name the thing: no noun clause with what',
  },
  { find: 'by hand', in: TEXT, use: 'manually, explicitly' },
  { find: '(?:has|have) what happens', in: TEXT, use: 'name the event' },
  {
    find: '(?:What|Who|Whose|Whom)(?=\\s[^.?!:\\0]*(?:\\.(?:\\s|$|\\0)|\\0))',
    start: true,
    in: TEXT,
    use: 'begin with the subject: no noun clause with what, who, whose',
  },
  { find: 'Of (?!course)', start: true, in: TEXT, use: 'begin with the subject' },
];

/**
 * Findings that stay. All that an entry gives must match: the found `words`, the `path` of the file, the `name` that holds the word, the
 * `text` of its line. Names of the .proto files and settings in config files are public: `npm run words` allows them without an entry.
 */
export const EXCEPTIONS = [
  { name: /^noticeId$/, why: 'a JSON field of webhook tests' },
  { name: /^list-?notices(\.ts|\.test\.ts)?$/i, why: 'the route GET /notices and its operation id' },
  { name: /^create(List|Record)Notices$/, why: 'handlers are named after their rpc' },
  { words: /^notices$/, text: /sites\.notices/, why: 'a table' },
  { name: /^bareAsking$/, why: 'a key of the recorded baselines' },
  { name: /^goneQuiet$/, why: 'a JSON field of site activity' },
  { words: /^notice$/i, text: /id: 'Notice'/, why: 'the schema of GET /notices in the OpenAPI document' },
  {
    words: /^bin$/i,
    text: /['"/]bin['"/]|-bin'/,
    why: 'a folder of programs; the suffix of binary gRPC metadata',
  },
  {
    words: /^(notice|told)$/i,
    path: /^services\/(bench\/src\/ledger\/synthetic-ledger|e2e\/test\/outcomes\/effects|identity\/(src\/store\/(billing|payments|save-provider-payment|webhook-events)|test\/(corrections|owners-of-user-ids|rolling-upgrade|webhook-events|payments-by-customer|row-security|shared-user-ids)\.integration\.test))\.ts$/,
    why: 'columns of released migrations: links.told, payments.notice',
  },
  { words: /^question$/i, text: /'question'/, why: 'a field of analytics requests' },
  { name: /^((NOTICE|LINK_SWEEP)_PAUSE|QUESTION_DEADLINE)_MS$/, why: 'names of settings' },
  { words: /^ask$/i, path: /sources\/search-sources\.ts$/, why: 'Ask.com, a search engine' },
  { words: /^notices$/, text: /notices: \[\]|\['notices'\]/, why: 'a JSON field of GET /notices' },
];

/** Files that nobody writes, or that must not change. */
export const UNCHECKED_FILES = [
  { path: /^(protos|services\/client)\/gen\//, why: 'generated' },
  { path: /\/migrations\/\d+_[\w-]+\.sql$/, why: 'a released migration never changes' },
  {
    path: /^scripts\/language\/words\.mjs$|^scripts\/check-\w+\.test\.ts$/,
    why: 'lists the words, or tests them',
  },
  { path: /^package-lock\.json$|\.snap$|\.svg$|\.seeds\.json$|\.pem$/, why: 'generated' },
  { path: /^LICENSE$/, why: 'not our words' },
  { path: /\/sources\/published-sources\.ts$/, why: 'names of websites' },
];
