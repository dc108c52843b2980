import type { ComposeService } from "./compose-file.ts";

/** A rule that every service of docker-compose.yml has to keep, as a sentence, and whether a service does. */
interface ServiceRule {
  rule: string;
  holds: (service: ComposeService, place: ServicePlace) => boolean;
}

/** What a rule needs to know of a service beside its own declaration. */
export interface ServicePlace {
  /** Whether it does one thing and ends. */
  isOneShot: boolean;
  /** The user of the image that the project builds. */
  userOfOwnImage: string | undefined;
}

const EXACT_IMAGE = /^[a-z\d][\w./-]*:v?\d+\.\d+\.\d+(?:-[\w.-]+)?(?:@sha256:[\da-f]{64})?$/;
const ROOT = /^(?:root|0)(?::|$)/;
const SECRET = /(?:PASSWORD|SECRET|KEY|TOKEN)$/;

/** Returns a size such as 64m or 2g in MiB; NaN where it is none. */
export const mebibytes = (size = ""): number => {
  const [, number = "", unit = ""] = /^(\d+)([mg])$/.exec(size) ?? [];
  return number === "" ? NaN : Number(number) * (unit === "g" ? 1024 : 1);
};

const isBetween = (value: number | undefined, least: number, most: number): boolean =>
  value !== undefined && value >= least && value <= most;

const rules: readonly ServiceRule[] = [
  {
    rule: "its image has an exact version, or the project builds it",
    holds: ({ image = "", build }) => build === "." || EXACT_IMAGE.test(image),
  },
  { rule: "it gets no capabilities", holds: ({ cap_drop }) => cap_drop?.join(" ") === "ALL" },
  {
    rule: "what runs on has none back; what ends may change owners",
    holds: ({ cap_add, cap_drop }, { isOneShot }) =>
      cap_drop !== undefined && (cap_add === undefined || (isOneShot && cap_add.join(" ") === "CHOWN")),
  },
  {
    rule: "it cannot gain rights",
    holds: ({ privileged, security_opt }) =>
      privileged === undefined && security_opt?.join(" ") === "no-new-privileges:true",
  },
  {
    rule: "it runs as another user than root, unless it ends",
    holds: ({ user, build }, { isOneShot, userOfOwnImage }) => {
      const runsAs = user ?? (build === undefined ? undefined : userOfOwnImage);
      return isOneShot || (runsAs !== undefined && !ROOT.test(runsAs));
    },
  },
  {
    rule: "it cannot change its file system but /tmp, which is bounded, and its volumes",
    holds: ({ read_only, tmpfs = [] }) =>
      read_only === true && tmpfs.length === 1 && /^\/tmp:size=\d+m,mode=1777$/.test(tmpfs[0] ?? ""),
  },
  {
    rule: "its memory is limited to 2 GiB at most",
    holds: ({ mem_limit }) => isBetween(mebibytes(mem_limit), 1, 2048),
  },
  { rule: "its processors are limited to 2 at most", holds: ({ cpus }) => isBetween(cpus, 0.01, 2) },
  { rule: "its processes are limited", holds: ({ pids_limit }) => isBetween(pids_limit, 1, 1024) },
  {
    rule: "its log is rotated, and takes 100 MB at most",
    holds: ({ logging }) => {
      const { "max-size": size = "", "max-file": files = "" } = logging?.options ?? {};
      return logging?.driver === "json-file" && isBetween(mebibytes(size) * Number(files), 1, 100);
    },
  },
  {
    rule: "it is started again when it ends, unless it is to end",
    holds: ({ restart }, { isOneShot }) => restart === (isOneShot ? "no" : "unless-stopped"),
  },
  {
    rule: "its health is checked, unless it ends",
    holds: ({ healthcheck }, { isOneShot }) =>
      isOneShot ||
      (["CMD", "CMD-SHELL"].includes(healthcheck?.test[0] ?? "") &&
        healthcheck?.interval !== undefined &&
        healthcheck.timeout !== undefined &&
        healthcheck.retries !== undefined),
  },
  {
    rule: "its secrets come from outside of the file, and none is baked into its image",
    holds: ({ environment, build, image }) =>
      (build === undefined ? image !== undefined : typeof build === "string") &&
      Object.entries(environment ?? {}).every(
        ([name, value]) => !SECRET.test(name) || value === "" || /^\$\{\w+:\?[^}]+\}$/.test(value),
      ),
  },
];

/** How many rules there are. */
export const ruleCount = rules.length;

/** Returns the rules that a service breaks. */
export function brokenRules(service: ComposeService, place: ServicePlace): string[] {
  return rules.filter(({ holds }) => !holds(service, place)).map(({ rule }) => rule);
}
