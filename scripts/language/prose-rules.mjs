// textlint rules for prose. Each reports the sentence that it finds, and the limit or the fix.
import { existsSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { splitAST } from 'sentence-splitter';

const MAX_WORDS = 25;
/** Sentences in comments also name code, which makes them longer. */
const MAX_COMMENT_WORDS = 30;
const MAX_SUMMARY_WORDS = 8;

/** Phrases that look like a passive with its agent, but are not. */
const NO_AGENT =
  /\b(?:sorted|ordered|grouped|separated|followed|multiplied|divided|filtered|identified|named|limited|signed|partitioned|sharded|keyed|found|bounded|split|broken down|distributed|replaced) by\b/;
const PASSIVE =
  /\b(?:is|are|was|were|be|been|being) (?:\w+ly )?(\w+(?:ed|en|wn|ght|pt|ld|nt)) by (?!default\b|itself|themselves|[\d`])/i;

/** Code counts as one word. */
const countWords = (text) =>
  text
    .replace(/`[^`]*`/g, 'code')
    .replace(/\[([^\]]*)\]\([^)]*\)/g, '$1')
    .split(/\s+/)
    .filter((word) => /[\p{L}\p{N}]/u.test(word)).length;

/** Calls `check` for each sentence of paragraphs and table cells. */
function eachSentence({ Syntax, getSource, RuleError, report }, check) {
  const visit = (node) => {
    for (const sentence of splitAST(node).children)
      if (sentence.type === 'Sentence') {
        const message = check(getSource(sentence).replace(/\s+/g, ' '), node.type);
        if (message !== undefined) report(sentence, new RuleError(message));
      }
  };
  return { [Syntax.Paragraph]: visit, [Syntax.TableCell]: visit };
}

/** An enumeration of short items counts as one word. */
const withoutLists = (sentence) => sentence.replace(/(?:[^\s,;:]+(?: [^\s,;:]+){0,3}, ){4,}/g, 'list, ');

const excerpt = (text) => (text.length > 60 ? `${text.slice(0, 57)}…` : text);

const sentenceLength = (context) =>
  eachSentence(context, (sentence, type) => {
    // In a table cell, semicolons separate entries.
    const parts = type === context.Syntax.TableCell ? sentence.split('; ') : [sentence];
    const words = Math.max(...parts.map((part) => countWords(withoutLists(part))));
    return words > MAX_WORDS ? `${words} words (max ${MAX_WORDS}). Split: "${excerpt(sentence)}"` : undefined;
  });

const passiveWithAgent = (context) =>
  eachSentence(context, (sentence) => {
    const found = PASSIVE.exec(sentence);
    return found && !NO_AGENT.test(found[0])
      ? `"${found[0].trim()} …" is passive with an agent. Make the agent the subject: "${excerpt(sentence)}"`
      : undefined;
  });

/** Relative links must lead to existing files. */
const localLinks = (context) => {
  const { Syntax, RuleError, report, getFilePath } = context;
  const check = (node) => {
    const target = node.url.split('#')[0];
    if (target === '' || /^[a-z]+:/.test(target)) return;
    if (!existsSync(join(dirname(getFilePath()), target)))
      report(node, new RuleError(`The file ${target} does not exist.`));
  };
  return { [Syntax.Link]: check, [Syntax.Image]: check };
};

export const TEXT_RULES = [
  { ruleId: 'sentence-length', rule: sentenceLength },
  { ruleId: 'passive-with-agent', rule: passiveWithAgent },
];
export const FILE_RULES = [...TEXT_RULES, { ruleId: 'local-links', rule: localLinks }];

/** The sentences of a comment that are too long, with their offsets. Blank lines, list items and tags end a sentence. */
export function* findLongSentences(comment) {
  let offset = 0;
  for (const part of comment.split(/((?<=[.!?:;])\s+|\n\s*\n|\n\s*(?=[-*@] )|\s(?=@\w+))/)) {
    const words = countWords(withoutLists(part));
    if (words > MAX_COMMENT_WORDS)
      yield {
        offset,
        message: `${words} words (max ${MAX_COMMENT_WORDS}). Split: "${excerpt(part.replace(/\s+/g, ' ').trim())}"`,
      };
    offset += part.length;
  }
}

/** The fault of an OpenAPI summary, if it has one. */
export function checkSummary(summary) {
  const words = countWords(summary);
  if (words > MAX_SUMMARY_WORDS)
    return `The summary has ${words} words (max ${MAX_SUMMARY_WORDS}). Move details to the description: "${summary}"`;
  return /[.;]$/.test(summary) ? `The summary ends with punctuation: "${summary}"` : undefined;
}
