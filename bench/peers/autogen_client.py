"""AutoGen's model client for the benchmark's server."""

from autogen_core.models import ModelInfo
from autogen_ext.models.openai import OpenAIChatCompletionClient

from bench.peers.job import KEY, MODEL, Job


def open_client(job: Job) -> OpenAIChatCompletionClient:
    """A client for a model AutoGen does not know, which therefore has to be described."""
    info = ModelInfo(vision=False, function_calling=True, json_output=True, structured_output=True, family="unknown")
    limits = {} if job.timeout is None else {"timeout": job.timeout}
    return OpenAIChatCompletionClient(model=MODEL, base_url=job.url, api_key=KEY, model_info=info, **limits)
