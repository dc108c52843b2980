import { z } from "zod";

/** The body of an answer that is a chart, as SVG. */
export const chartAnswer = z.string().startsWith("<svg ");
