import type { ComposeService } from "./compose-file.ts";

/**
 * A rule that every service of docker-compose.yml has to follow: a sentence that states the rule, and a check of a
 * service.
 */
interface ServiceRule {
  rule: string;
  holds: (service: ComposeService, place: ServicePlace) => boolean;
}

/**
 * Facts about a service of docker-compose.yml that the rules need, and that its declaration in the file does not have.
 */
export interface ServicePlace {
  /** Whether the service of docker-compose.yml does one task and exits. */
  isOneShot: boolean;
  /** The user that the project's Dockerfile sets for its image. */
  userOfOwnImage: string | undefined;
}

const EXACT_IMAGE = /^[a-z\d][\w./-]*:v?\d+\.\d+\.\d+(?:-[\w.-]+)?(?:@sha256:[\da-f]{64})?$/;
const ROOT = /^(?:root|0)(?::|$)/;
const SECRET = /(?:PASSWORD|SECRET|KEY|TOKEN)$/;

/** Returns a size such as 64m or 2g in MiB; NaN if the text is not a size. */
export const mebibytes = (size = ""): number => {
  const [, number = "", unit = ""] = /^(\d+)([mg])$/.exec(size) ?? [];
  return number === "" ? NaN : Number(number) * (unit === "g" ? 1024 : 1);
};

const isBetween = (value: number | undefined, least: number, most: number): boolean =>
  value !== undefined && value >= least && value <= most;

const rules: readonly ServiceRule[] = [
  {
    rule: "the image has an exact version, or the project builds the image",
    holds: ({ image = "", build }) => build === "." || EXACT_IMAGE.test(image),
  },
  { rule: "the service drops all capabilities", holds: ({ cap_drop }) => cap_drop?.join(" ") === "ALL" },
  {
    rule: "a service adds no capabilities, but a service that exits may get the one to change owners",
    holds: ({ cap_add, cap_drop }, { isOneShot }) =>
      cap_drop !== undefined && (cap_add === undefined || (isOneShot && cap_add.join(" ") === "CHOWN")),
  },
  {
    rule: "the service cannot gain privileges",
    holds: ({ privileged, security_opt }) =>
      privileged === undefined && security_opt?.join(" ") === "no-new-privileges:true",
  },
  {
    rule: "the service does not run as root, unless it is a service that exits",
    holds: ({ user, build }, { isOneShot, userOfOwnImage }) => {
      const runsAs = user ?? (build === undefined ? undefined : userOfOwnImage);
      return isOneShot || (runsAs !== undefined && !ROOT.test(runsAs));
    },
  },
  {
    rule: "the service can write only to its volumes and to /tmp, whose size is limited",
    holds: ({ read_only, tmpfs = [] }) =>
      read_only === true && tmpfs.length === 1 && /^\/tmp:size=\d+m,mode=1777$/.test(tmpfs[0] ?? ""),
  },
  {
    rule: "the memory limit is at most 2 GiB",
    holds: ({ mem_limit }) => isBetween(mebibytes(mem_limit), 1, 2048),
  },
  { rule: "the CPU limit is at most 2", holds: ({ cpus }) => isBetween(cpus, 0.01, 2) },
  { rule: "the number of processes is limited", holds: ({ pids_limit }) => isBetween(pids_limit, 1, 1024) },
  {
    rule: "the log is rotated, and takes at most 100 MB",
    holds: ({ logging }) => {
      const { "max-size": size = "", "max-file": files = "" } = logging?.options ?? {};
      return logging?.driver === "json-file" && isBetween(mebibytes(size) * Number(files), 1, 100);
    },
  },
  {
    rule: "Docker restarts the service, unless it is a service that exits",
    holds: ({ restart }, { isOneShot }) => restart === (isOneShot ? "no" : "unless-stopped"),
  },
  {
    rule: "the service has a health check, unless it is a service that exits",
    holds: ({ healthcheck }, { isOneShot }) =>
      isOneShot ||
      (["CMD", "CMD-SHELL"].includes(healthcheck?.test[0] ?? "") &&
        healthcheck?.interval !== undefined &&
        healthcheck.timeout !== undefined &&
        healthcheck.retries !== undefined),
  },
  {
    rule: "the secrets come from outside of docker-compose.yml, and none is a build argument of the image",
    holds: ({ environment, build, image }) =>
      (build === undefined ? image !== undefined : typeof build === "string") &&
      Object.entries(environment ?? {}).every(
        ([name, value]) => !SECRET.test(name) || value === "" || /^\$\{\w+:\?[^}]+\}$/.test(value),
      ),
  },
];

/** The number of rules that every service of docker-compose.yml has to follow. */
export const ruleCount = rules.length;

/** Returns the sentences of the rules that a service breaks. */
export function brokenRules(service: ComposeService, place: ServicePlace): string[] {
  return rules.filter(({ holds }) => !holds(service, place)).map(({ rule }) => rule);
}
